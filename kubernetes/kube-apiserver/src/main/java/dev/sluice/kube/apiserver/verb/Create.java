package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.validation.strategy.ObjectMetaValidation;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;

/// The create verb.
public final class Create {
    /// No vowels, so that no words come about by chance, and none that look alike: Kubernetes' own alphabet.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;

    /// A name has 63 characters at most, of which the suffix needs five.
    private static final int PREFIX_LENGTH_MAX = 63 - SUFFIX_LENGTH;

    /// So many made-up names are tried before the client is asked to try again, as Kubernetes does.
    private static final int TRIES_MAX = 8;

    private final RequestContext context;
    private final WriteHooks hooks;
    private final AdmissionPlugin admission;

    public Create(RequestContext context, WriteHooks hooks, AdmissionPlugin admission) {
        this.context = context;
        this.hooks = hooks;
        this.admission = admission;
    }

    /// Stores a new object.
    public JsonObject create(ResourceType type, String namespace, JsonObject given, WriteOptions options) {
        JsonObject object = context.canonical(type, RequestObjectCheck.checked(type, namespace, given));
        JsonObject metadata = KubeObjects.metadata(object);
        if (!metadata.text("resourceVersion").isEmpty()) {
            throw ApiStatus.internal("resourceVersion should not be set on objects to be created");
        }
        Strategy strategy = context.strategyOf(type);
        JsonObject created = strategy.prepareForCreate(hooks.beforeCreate(type, namespace, object)
                .with("metadata", begin(type, namespace, metadata, strategy)));
        created = hooks.afterDefaults(type, created);
        AdmissionPlugin.Write write = write(type, created, options);
        created = admitted(write, strategy);
        if (strategy.hasStatus() && !created.has("status")) {
            created = context.canonical(type, created);
        }
        boolean isNamedByUs = KubeObjects.name(object).isEmpty();
        List<Cause> errors = ObjectMetaValidation.validate(created, strategy);
        errors.addAll(strategy.validate(created));
        errors.addAll(strategy.validateCreate(created));
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(type, KubeObjects.name(created), errors);
        }
        if (options.hasWarningReceiver()) {
            strategy.warn(created, null, options.warnings());
        }
        created = hooks.allocate(type, created);
        hooks.checkCreate(type, created);
        admission.check(write.with(created));
        ObjectKey key = KubeObjects.key(created);
        for (int tries = 1; context.watchCache(type).get(key) != null; tries++) {
            if (!isNamedByUs || tries == TRIES_MAX) {
                throw ApiStatus.alreadyExists(type, key.name());
            }
            created = created.withAt(Json.of(madeUp(metadata.text("generateName"))), "metadata", "name");
            key = KubeObjects.key(created);
        }
        if (options.dryRun()) {
            return created;
        }
        hooks.stored(type, null, created);
        return context.put(type, key, created);
    }

    private static AdmissionPlugin.Write write(ResourceType type, JsonObject object, WriteOptions options) {
        return new AdmissionPlugin.Write(
                AdmissionPlugin.Operation.CREATE,
                type,
                KubeObjects.key(object),
                "",
                object,
                null,
                options.dryRun(),
                options.warnings());
    }

    /// What others make of it, with its defaults again.
    @SuppressWarnings("ReferenceEquality") // an unchanged object is the very same
    private JsonObject admitted(AdmissionPlugin.Write write, Strategy strategy) {
        JsonObject changed = admission.changed(write);
        return changed == write.object()
                ? changed
                : strategy.prepareForCreate(context.canonical(write.type(), changed));
    }

    private JsonObject begin(ResourceType type, String namespace, JsonObject given, Strategy strategy) {
        JsonObject metadata = given;
        String prefix = given.text("generateName");
        if (given.text("name").isEmpty() && !prefix.isEmpty()) {
            metadata = metadata.with("name", madeUp(prefix));
        }
        if (type.namespaced()) {
            metadata = metadata.with("namespace", namespace);
        }
        metadata = metadata.without("selfLink")
                .without("deletionTimestamp")
                .without("deletionGracePeriodSeconds")
                .with("uid", context.newUid())
                .with("creationTimestamp", context.timestamp(0));
        return strategy.hasGeneration() ? metadata.with("generation", Json.of(1)) : metadata;
    }

    private String madeUp(String prefix) {
        return RestartableRequest.same(() -> drawn(prefix));
    }

    private String drawn(String prefix) {
        StringBuilder name = new StringBuilder(
                prefix.length() > PREFIX_LENGTH_MAX ? prefix.substring(0, PREFIX_LENGTH_MAX) : prefix);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(ALPHABET.charAt(context.chance().nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
