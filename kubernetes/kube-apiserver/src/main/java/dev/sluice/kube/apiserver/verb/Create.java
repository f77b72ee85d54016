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

/// Makes new objects.
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
        Strategy rules = context.strategyOf(type);
        JsonObject begun = rules.prepareForCreate(
                hooks.beforeCreate(type, namespace, object).with("metadata", begin(type, namespace, metadata, rules)));
        begun = hooks.afterDefaults(type, begun);
        AdmissionPlugin.Write write = write(type, begun, options);
        begun = admitted(write, rules);
        if (rules.hasStatus() && !begun.has("status")) {
            begun = context.canonical(type, begun);
        }
        boolean isNamedByUs = KubeObjects.name(object).isEmpty();
        List<Cause> errors = ObjectMetaValidation.validate(begun, rules);
        errors.addAll(rules.validate(begun));
        errors.addAll(rules.validateCreate(begun));
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(type, KubeObjects.name(begun), errors);
        }
        if (options.hasWarningReceiver()) {
            rules.warn(begun, null, options.warnings());
        }
        begun = hooks.allocate(type, begun);
        hooks.checkCreate(type, begun);
        admission.check(write.with(begun));
        ObjectKey key = KubeObjects.key(begun);
        for (int tries = 1; context.watchCache(type).get(key) != null; tries++) {
            if (!isNamedByUs || tries == TRIES_MAX) {
                throw ApiStatus.alreadyExists(type, key.name());
            }
            begun = begun.withAt(Json.of(madeUp(metadata.text("generateName"))), "metadata", "name");
            key = KubeObjects.key(begun);
        }
        if (options.dryRun()) {
            return begun;
        }
        hooks.stored(type, null, begun);
        return context.put(type, key, begun);
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
    private JsonObject admitted(AdmissionPlugin.Write write, Strategy rules) {
        JsonObject changed = admission.changed(write);
        return changed == write.object() ? changed : rules.prepareForCreate(context.canonical(write.type(), changed));
    }

    private JsonObject begin(ResourceType type, String namespace, JsonObject given, Strategy rules) {
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
        return rules.hasGeneration() ? metadata.with("generation", Json.of(1)) : metadata;
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
