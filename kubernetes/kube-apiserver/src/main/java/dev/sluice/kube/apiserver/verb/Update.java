package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.ObjectMetaValidation;
import dev.sluice.kube.apiserver.kind.PodSubresources;
import dev.sluice.kube.apiserver.kind.Strategy;
import dev.sluice.kube.apiserver.kind.Warnings;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;

/// Replaces an object, or its status, by another.
final class Update {
    private static final String STATUS = "status";
    private static final String APPROVAL = "approval";

    private final RequestContext context;
    private final Create create;
    private final ServiceAllocator addresses;
    private final PersistentVolumeClaimResize growth;
    private final AdmissionPlugin admission;

    Update(RequestContext context, Create create, AdmissionPlugin admission) {
        this.context = context;
        this.create = create;
        this.addresses = new ServiceAllocator(context);
        this.growth = new PersistentVolumeClaimResize(context);
        this.admission = admission;
    }

    JsonObject update(ResourceType type, ObjectKey key, String subresource, JsonObject given, WriteOptions options) {
        JsonObject object = context.canonical(type, RequestObjectCheck.checked(type, key.namespace(), given));
        RequestObjectCheck.mustBeNamed(key.name(), object);
        JsonObject old = context.watchCache(type).get(key);
        Strategy rules = context.strategyOf(type);
        if (old == null) {
            if (subresource.isEmpty() && rules.createsOnUpdate()) {
                return create.create(type, key.namespace(), object, options);
            }
            throw ApiStatus.notFound(type, key.name());
        }
        JsonObject before = context.served(type, old);
        ObjectMetadata.mustBeExpected(type, object, before, rules);
        return replace(type, key, subresource, object, before, options);
    }

    /// Stores what an update or a patch has come to.
    @SuppressWarnings("ReferenceEquality") // an unchanged object is the very same
    JsonObject replace(
            ResourceType type,
            ObjectKey key,
            String subresource,
            JsonObject object,
            JsonObject old,
            WriteOptions options) {
        Strategy rules = context.strategyOf(type);
        JsonObject changed = settled(subresource, object, old, rules);
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
            changed = settled(subresource, context.canonical(type, admitted), old, rules);
        }
        List<Cause> errors = ObjectMetaValidation.validateUpdate(object, old);
        errors.addAll(ObjectMetaValidation.validate(changed, rules));
        if (subresource.equals(STATUS)) {
            errors.addAll(rules.validateStatusUpdate(changed, old));
        } else if (subresource.equals(APPROVAL)) {
            errors.addAll(rules.validateApproval(changed, old));
        } else if (PodSubresources.has(subresource)) {
            errors.addAll(PodSubresources.validate(subresource, changed, old));
        } else if (subresource.isEmpty()) {
            errors.addAll(rules.validate(changed));
            errors.addAll(rules.validateUpdate(changed, old));
        }
        if (!errors.isEmpty()) {
            throw ApiStatus.invalid(type, key.name(), errors);
        }
        changed = subresource.isEmpty() ? addresses.given(type, changed) : changed;
        changed = subresource.equals(STATUS) ? changed : ObjectMetadata.counted(changed, old, rules);
        if (options.hasWarningReceiver() && (subresource.isEmpty() || PodSubresources.has(subresource))) {
            Warnings.tell(type, changed, old, options.warnings());
        }
        if (subresource.isEmpty()) {
            growth.check(type, changed, old);
        }
        admission.check(write.with(changed));
        if (ObjectMetadata.isSame(changed, old)) {
            return old;
        }
        if (options.dryRun()) {
            return changed.withAt(Json.of(KubeObjects.resourceVersion(old)), "metadata", "resourceVersion");
        }
        boolean isKept = ObjectMetadata.hasFinalizers(changed) || rules.isKept(changed);
        if (KubeObjects.isTerminating(changed) && !isKept && isOverdue(changed)) {
            context.store().remove(type.groupResource(), key);
            addresses.keep(type, old, null);
            return changed;
        }
        addresses.keep(type, old, changed);
        return context.put(type, key, changed);
    }

    /// With all that such an update cannot touch as it was, and with defaults.
    private JsonObject settled(String subresource, JsonObject object, JsonObject old, Strategy rules) {
        JsonObject kept = ObjectMetadata.kept(object, old);
        return switch (subresource) {
            case STATUS -> rules.prepareForStatusUpdate(withStatusOnly(kept, old), old, context.timestamp(0));
            case APPROVAL -> rules.prepareForStatusUpdate(withConditionsOnly(kept, old), old, context.timestamp(0));
            case PodSubresources.EPHEMERAL_CONTAINERS, PodSubresources.RESIZE ->
                PodSubresources.prepareForUpdate(subresource, kept, old);
            default -> rules.prepareForUpdate(rules.hasStatus() ? withFieldOf(old, kept, STATUS) : kept, old);
        };
    }

    /// Who was only waited for because of its finalizers, and not to end by itself.
    private static boolean isOverdue(JsonObject object) {
        return object.number(0, "metadata", "deletionGracePeriodSeconds") == 0;
    }

    /// Who approves a certificate says nothing else.
    private static JsonObject withConditionsOnly(JsonObject object, JsonObject old) {
        Json conditions = object.at(STATUS, "conditions");
        return conditions == null ? old.withoutAt(STATUS, "conditions") : old.withAt(conditions, STATUS, "conditions");
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
