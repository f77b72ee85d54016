package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.KindRules;
import dev.sluice.kube.apiserver.kind.MetadataChecks;
import dev.sluice.kube.apiserver.kind.Warnings;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;

/// Makes new objects.
final class Create {
    /// No vowels, so that no words come about by chance, and none that look alike: Kubernetes' own alphabet.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int SUFFIX_LENGTH = 5;

    /// A name has 63 characters at most, of which the suffix needs five.
    private static final int PREFIX_LENGTH_MAX = 63 - SUFFIX_LENGTH;

    /// So many made-up names are tried before the client is asked to try again, as Kubernetes does.
    private static final int TRIES_MAX = 8;

    private final Ground ground;
    private final Namespaces namespaces;
    private final Priorities priorities;
    private final Addresses addresses;
    private final Admission admission;

    Create(Ground ground, Namespaces namespaces, Admission admission) {
        this.ground = ground;
        this.namespaces = namespaces;
        this.priorities = new Priorities(ground);
        this.addresses = new Addresses(ground);
        this.admission = admission;
    }

    JsonObject create(ResourceType type, String namespace, JsonObject given, WriteOptions options) {
        JsonObject object = ground.canonical(type, PathAgreement.checked(type, namespace, given));
        JsonObject metadata = KubeObjects.metadata(object);
        if (!metadata.text("resourceVersion").isEmpty()) {
            throw ApiStatus.internal("resourceVersion should not be set on objects to be created");
        }
        namespaces.mustTake(type, namespace, KubeObjects.name(object));
        KindRules rules = ground.rulesOf(type);
        JsonObject begun = rules.beforeCreate(
                priorities.given(type, object).with("metadata", begin(type, namespace, metadata, rules)));
        if (type.groupResource().equals("pods")) {
            begun = new Whereabouts(ground).given(begun, begun.text("spec", "nodeName"));
        }
        Admission.Write write = write(type, begun, options);
        begun = admitted(write, rules);
        if (rules.hasStatus() && !begun.has("status")) {
            begun = ground.canonical(type, begun);
        }
        boolean isNamedByUs = KubeObjects.name(object).isEmpty();
        List<Cause> flaws = MetadataChecks.flaws(begun, rules);
        flaws.addAll(rules.flaws(begun));
        flaws.addAll(rules.flawsOfCreation(begun));
        if (!flaws.isEmpty()) {
            throw ApiStatus.invalid(type, KubeObjects.name(begun), flaws);
        }
        if (options.isHeard()) {
            Warnings.tell(type, begun, null, options.warnings());
        }
        begun = addresses.given(type, begun);
        admission.check(write.with(begun));
        ObjectKey key = KubeObjects.key(begun);
        for (int tries = 1; ground.shelf(type).get(key) != null; tries++) {
            if (!isNamedByUs || tries == TRIES_MAX) {
                throw ApiStatus.alreadyExists(type, key.name());
            }
            begun = begun.withAt(Json.of(madeUp(metadata.text("generateName"))), "metadata", "name");
            key = KubeObjects.key(begun);
        }
        if (options.dryRun()) {
            return begun;
        }
        addresses.keep(type, null, begun);
        return ground.put(type, key, begun);
    }

    private static Admission.Write write(ResourceType type, JsonObject object, WriteOptions options) {
        return new Admission.Write(
                Admission.Operation.CREATE,
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
    private JsonObject admitted(Admission.Write write, KindRules rules) {
        JsonObject changed = admission.changed(write);
        return changed == write.object() ? changed : rules.beforeCreate(ground.canonical(write.type(), changed));
    }

    private JsonObject begin(ResourceType type, String namespace, JsonObject given, KindRules rules) {
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
                .with("uid", ground.newUid())
                .with("creationTimestamp", ground.timestamp(0));
        return rules.hasGeneration() ? metadata.with("generation", Json.of(1)) : metadata;
    }

    private String madeUp(String prefix) {
        return Attempt.same(() -> drawn(prefix));
    }

    private String drawn(String prefix) {
        StringBuilder name = new StringBuilder(
                prefix.length() > PREFIX_LENGTH_MAX ? prefix.substring(0, PREFIX_LENGTH_MAX) : prefix);
        for (int i = 0; i < SUFFIX_LENGTH; i++) {
            name.append(ALPHABET.charAt(ground.chance().nextInt(ALPHABET.length())));
        }
        return name.toString();
    }
}
