package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.strategy.Strategy;

/// The delete verb: deletes at once, after a grace period, or when all finalizers are removed.
public final class Delete {
    /// The garbage collector takes this one away when nothing is left that the object owns.
    private static final String FOREGROUND_FINALIZER = "foregroundDeletion";

    /// The garbage collector removes this finalizer when the dependents are orphaned.
    private static final String ORPHAN_FINALIZER = "orphan";

    private final RequestContext context;
    private final AdmissionPlugin admission;
    private final WriteHooks hooks;

    public Delete(RequestContext context, WriteHooks hooks, AdmissionPlugin admission) {
        this.context = context;
        this.hooks = hooks;
        this.admission = admission;
    }

    /// Deletes an object, or marks it as terminating.
    public JsonObject delete(ResourceType type, ObjectKey key, DeleteOptions options) {
        Strategy strategy = context.strategyOf(type);
        String refusal = strategy.deletionRefusal(key.name());
        if (!refusal.isEmpty()) {
            throw ApiStatus.forbidden(type, key.name(), refusal);
        }
        JsonObject object = context.existing(type, key);
        mustBeExpected(type, object, options);
        AdmissionPlugin.Write write = new AdmissionPlugin.Write(
                AdmissionPlugin.Operation.DELETE, type, key, "", JsonObject.EMPTY, object, options.dryRun(), _ -> {});
        admission.changed(write);
        admission.check(write);
        long grace = options.graceSeconds().orElseGet(() -> strategy.graceSeconds(object));
        grace = strategy.graceSeconds(object) == 0 ? 0 : Math.max(0, grace);
        boolean isUnsaid = options.propagation().isEmpty() && strategy.orphansByDefault();
        JsonObject ending = withFinalizers(object, isUnsaid ? DeleteOptions.ORPHAN : options.propagation());
        boolean isKept = ObjectMetadata.hasFinalizers(ending) || strategy.isKept(ending);
        if (grace == 0 && !isKept) {
            if (!options.dryRun()) {
                if (strategy.endsGracefully()) {
                    // Watches first see the end of the grace period.
                    context.store().put(type.groupResource(), key, marked(object, 0));
                }
                context.store().remove(type.groupResource(), key);
                hooks.stored(type, object, null);
            }
            return strategy.endsGracefully() ? marked(object, 0) : object.withoutAt("metadata", "deletionTimestamp");
        }
        JsonObject marked = strategy.whenEnding(marked(ending, grace), object);
        if (options.dryRun() || marked.equals(object)) {
            return marked;
        }
        return context.put(type, key, marked);
    }

    /// Sets the deletion time; never later than one requested before.
    private JsonObject marked(JsonObject object, long grace) {
        if (KubeObjects.isTerminating(object) && object.number(0, "metadata", "deletionGracePeriodSeconds") <= grace) {
            return object;
        }
        JsonObject marked = object.withAt(Json.of(context.timestamp(grace)), "metadata", "deletionTimestamp")
                .withAt(Json.of(grace), "metadata", "deletionGracePeriodSeconds");
        long generation = KubeObjects.isTerminating(object) ? 0 : object.number(0, "metadata", "generation");
        return generation > 0 ? marked.withAt(Json.of(generation + 1), "metadata", "generation") : marked;
    }

    private static JsonObject withFinalizers(JsonObject object, String propagation) {
        JsonArray finalizers = object.array("metadata", "finalizers");
        JsonArray others = without(without(finalizers, FOREGROUND_FINALIZER), ORPHAN_FINALIZER);
        JsonArray wanted = switch (propagation) {
            case DeleteOptions.FOREGROUND -> others.plus(Json.of(FOREGROUND_FINALIZER));
            case DeleteOptions.ORPHAN -> others.plus(Json.of(ORPHAN_FINALIZER));
            case DeleteOptions.BACKGROUND -> others;
            default -> finalizers;
        };
        if (wanted.equals(finalizers)) {
            return object;
        }
        return wanted.isEmpty()
                ? object.withoutAt("metadata", "finalizers")
                : object.withAt(wanted, "metadata", "finalizers");
    }

    private static JsonArray without(JsonArray texts, String text) {
        return JsonArray.of(texts.toList().stream()
                .filter(value -> !value.equals(Json.of(text)))
                .toList());
    }

    /// Throws if the object is not the one that the preconditions name.
    public static void mustBeExpected(ResourceType type, JsonObject object, DeleteOptions options) {
        // Kubernetes names the kind here, where it names the resource elsewhere.
        ResourceType kind = new ResourceType(type.group(), type.version(), type.kind(), type.kind(), type.namespaced());
        String name = KubeObjects.name(object);
        String uid = KubeObjects.uid(object);
        if (!options.uid().isEmpty() && !options.uid().equals(uid)) {
            throw ApiStatus.conflict(
                    kind,
                    name,
                    ("the UID in the precondition (%s) does not match the UID in record (%s). The object might have"
                                    + " been deleted and then recreated")
                            .formatted(options.uid(), uid));
        }
        String version = KubeObjects.resourceVersion(object);
        if (!options.resourceVersion().isEmpty() && !options.resourceVersion().equals(version)) {
            throw ApiStatus.conflict(
                    kind,
                    name,
                    ("the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s)."
                                    + " The object might have been modified")
                            .formatted(options.resourceVersion(), version));
        }
    }
}
