package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.kind.KindRules;
import dev.sluice.kube.apiserver.kind.MetadataChecks;
import dev.sluice.kube.apiserver.kind.PodParts;
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

    private final Ground ground;
    private final Create create;
    private final Addresses addresses;
    private final ClaimGrowth growth;
    private final Admission admission;

    Update(Ground ground, Create create, Admission admission) {
        this.ground = ground;
        this.create = create;
        this.addresses = new Addresses(ground);
        this.growth = new ClaimGrowth(ground);
        this.admission = admission;
    }

    JsonObject update(ResourceType type, ObjectKey key, String subresource, JsonObject given, WriteOptions options) {
        JsonObject object = ground.canonical(type, PathAgreement.checked(type, key.namespace(), given));
        PathAgreement.mustBeNamed(key.name(), object);
        JsonObject old = ground.shelf(type).get(key);
        KindRules rules = ground.rulesOf(type);
        if (old == null) {
            if (subresource.isEmpty() && rules.createsOnUpdate()) {
                return create.create(type, key.namespace(), object, options);
            }
            throw ApiStatus.notFound(type, key.name());
        }
        JsonObject before = ground.served(type, old);
        Metadata.mustBeExpected(type, object, before, rules);
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
        KindRules rules = ground.rulesOf(type);
        JsonObject changed = settled(subresource, object, old, rules);
        Admission.Write write = new Admission.Write(
                Admission.Operation.UPDATE, type, key, subresource, changed, old, options.dryRun(), options.warnings());
        JsonObject admitted = admission.changed(write);
        if (admitted != changed) {
            changed = settled(subresource, ground.canonical(type, admitted), old, rules);
        }
        List<Cause> flaws = MetadataChecks.flawsOfUpdate(object, old);
        flaws.addAll(MetadataChecks.flaws(changed, rules));
        if (subresource.equals(STATUS)) {
            flaws.addAll(rules.flawsOfStatus(changed, old));
        } else if (subresource.equals(APPROVAL)) {
            flaws.addAll(rules.flawsOfApproval(changed, old));
        } else if (PodParts.has(subresource)) {
            flaws.addAll(PodParts.flaws(subresource, changed, old));
        } else if (subresource.isEmpty()) {
            flaws.addAll(rules.flaws(changed));
            flaws.addAll(rules.flawsOfUpdate(changed, old));
        }
        if (!flaws.isEmpty()) {
            throw ApiStatus.invalid(type, key.name(), flaws);
        }
        changed = subresource.isEmpty() ? addresses.given(type, changed) : changed;
        changed = subresource.equals(STATUS) ? changed : Metadata.counted(changed, old, rules);
        if (options.isHeard() && (subresource.isEmpty() || PodParts.has(subresource))) {
            Warnings.tell(type, changed, old, options.warnings());
        }
        if (subresource.isEmpty()) {
            growth.check(type, changed, old);
        }
        admission.check(write.with(changed));
        if (Metadata.isSame(changed, old)) {
            return old;
        }
        if (options.dryRun()) {
            return changed.withAt(Json.of(KubeObjects.resourceVersion(old)), "metadata", "resourceVersion");
        }
        boolean isKept = Metadata.hasFinalizers(changed) || rules.isKept(changed);
        if (KubeObjects.isTerminating(changed) && !isKept && isOverdue(changed)) {
            ground.store().remove(type.groupResource(), key);
            addresses.keep(type, old, null);
            return changed;
        }
        addresses.keep(type, old, changed);
        return ground.put(type, key, changed);
    }

    /// With all that such an update cannot touch as it was, and with defaults.
    private JsonObject settled(String subresource, JsonObject object, JsonObject old, KindRules rules) {
        JsonObject kept = Metadata.kept(object, old);
        return switch (subresource) {
            case STATUS -> rules.beforeStatusUpdate(withStatusOnly(kept, old), old, ground.timestamp(0));
            case APPROVAL -> rules.beforeStatusUpdate(withConditionsOnly(kept, old), old, ground.timestamp(0));
            case PodParts.EPHEMERAL_CONTAINERS, PodParts.RESIZE -> PodParts.changed(subresource, kept, old);
            default -> rules.beforeUpdate(rules.hasStatus() ? withFieldOf(old, kept, STATUS) : kept, old);
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
