package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.port.Written;
import dev.sluice.kube.validation.strategy.ObjectMetaValidation;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;

/// The update verb, of an object or of its status.
public final class Update {
    private static final String STATUS = "status";

    private final RequestContext context;
    private final Create create;
    private final WriteHooks hooks;
    private final AdmissionPlugin admission;

    public Update(RequestContext context, Create create, WriteHooks hooks, AdmissionPlugin admission) {
        this.context = context;
        this.create = create;
        this.hooks = hooks;
        this.admission = admission;
    }

    /// Replaces an object, or creates it if its kind allows that.
    public Written update(
            ResourceType type, ObjectKey key, String subresource, JsonObject given, WriteOptions options) {
        JsonObject object = context.canonical(type, RequestObjectCheck.checked(type, key.namespace(), given));
        RequestObjectCheck.mustBeNamed(key.name(), object);
        JsonObject old = context.watchCache(type).get(key);
        Strategy strategy = context.strategyOf(type);
        if (old == null) {
            if (subresource.isEmpty() && strategy.createsOnUpdate()) {
                return new Written(create.create(type, key.namespace(), object, options), true);
            }
            throw ApiStatus.notFound(type, key.name());
        }
        JsonObject before = context.served(type, old);
        ObjectMetadata.mustBeExpected(type, object, before, strategy);
        return new Written(replace(type, key, subresource, object, before, options), false);
    }

    /// Stores what an update or a patch has come to.
    @SuppressWarnings("ReferenceEquality") // an unchanged object is the very same
    public JsonObject replace(
            ResourceType type,
            ObjectKey key,
            String subresource,
            JsonObject object,
            JsonObject old,
            WriteOptions options) {
        Strategy strategy = context.strategyOf(type);
        JsonObject changed = settled(subresource, object, old, strategy);
        AdmissionPlugin.Write write = new AdmissionPlugin.Write(
                AdmissionPlugin.Operation.UPDATE,
                type,
                key,
                subresource,
                changed,
                old,
                options.dryRun(),
                options.warnings());
        JsonObject admitted = admission.changed(write);
        if (admitted != changed) {
            changed = settled(subresource, context.canonical(type, admitted), old, strategy);
        }
        List<Cause> errors = ObjectMetaValidation.validateUpdate(object, old);
        errors.addAll(ObjectMetaValidation.validate(changed, strategy));
        if (subresource.equals(STATUS)) {
            errors.addAll(strategy.validateStatusUpdate(changed, old));
        } else if (strategy.subresources().contains(subresource)) {
            errors.addAll(strategy.validateSubresource(subresource, changed, old));
        } else if (subresource.isEmpty()) {
            errors.addAll(strategy.validate(changed));
            errors.addAll(strategy.validateUpdate(changed, old));
        }
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(type, key.name(), errors);
        }
        changed = subresource.isEmpty() ? hooks.allocate(type, changed) : changed;
        changed = subresource.equals(STATUS) ? changed : ObjectMetadata.counted(changed, old, strategy);
        if (options.hasWarningReceiver() && subresource.isEmpty()) {
            strategy.warn(changed, old, options.warnings());
        }
        if (!subresource.equals(STATUS)) {
            hooks.checkUpdate(type, subresource, changed, old);
        }
        admission.check(write.with(changed));
        if (ObjectMetadata.isSame(changed, old)) {
            return old;
        }
        if (options.dryRun()) {
            return changed.withAt(Json.of(KubeObjects.resourceVersion(old)), "metadata", "resourceVersion");
        }
        boolean isKept = ObjectMetadata.hasFinalizers(changed) || strategy.isKept(changed);
        if (KubeObjects.isTerminating(changed) && !isKept && isOverdue(changed)) {
            context.store().remove(type.groupResource(), key);
            hooks.stored(type, old, null);
            return changed;
        }
        hooks.stored(type, old, changed);
        return context.put(type, key, changed);
    }

    /// With all that such an update cannot touch as it was, and with defaults.
    private JsonObject settled(String subresource, JsonObject object, JsonObject old, Strategy strategy) {
        JsonObject kept = ObjectMetadata.kept(object, old);
        if (subresource.equals(STATUS)) {
            return strategy.prepareForStatusUpdate(withStatusOnly(kept, old), old, context.timestamp(0));
        }
        if (strategy.subresources().contains(subresource)) {
            return strategy.prepareForSubresource(subresource, kept, old, context.timestamp(0));
        }
        return strategy.prepareForUpdate(strategy.hasStatus() ? withFieldOf(old, kept, STATUS) : kept, old);
    }

    /// True if only finalizers have delayed the deletion, not a grace period.
    private static boolean isOverdue(JsonObject object) {
        return object.number(0, "metadata", "deletionGracePeriodSeconds") == 0;
    }

    private static JsonObject withStatusOnly(JsonObject object, JsonObject old) {
        JsonObject changed = old.with("metadata", KubeObjects.metadata(object));
        Json owners = old.at("metadata", "ownerReferences");
        changed = owners == null
                ? changed.withoutAt("metadata", "ownerReferences")
                : changed.withAt(owners, "metadata", "ownerReferences");
        return withFieldOf(object, changed, STATUS);
    }

    private static JsonObject withFieldOf(JsonObject from, JsonObject to, String name) {
        Json value = from.get(name);
        return value == null ? to.without(name) : to.with(name, value);
    }
}
