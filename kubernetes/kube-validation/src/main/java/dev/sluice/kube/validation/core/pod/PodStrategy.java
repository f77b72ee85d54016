package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.field.ChangedFields;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.strategy.Strategy;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Pods: few fields are mutable, and deletion has a grace period.
public final class PodStrategy implements Strategy {
    private static final Set<String> FIELDS = Set.of(
            "spec.nodeName",
            "spec.host",
            "spec.restartPolicy",
            "spec.schedulerName",
            "spec.serviceAccountName",
            "spec.hostNetwork",
            "status.phase",
            "status.podIP",
            "status.podIPs",
            "status.nominatedNodeName");

    private static final String IMMUTABLE =
            "Forbidden: pod updates may not change fields other than `spec.containers[*].image`,"
                    + "`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions"
                    + " to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it"
                    + " was previously negative)";

    private static final JsonObject PENDING = JsonObject.EMPTY.with("phase", "Pending");

    private final PodSpecCache specs = new PodSpecCache(PodStrategy::completed, PodStrategy::validateSpec);

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        JsonObject spec = specs.completed(object.object("spec"));
        JsonObject status = PENDING.with("qosClass", QosClass.of(spec));
        if (!spec.array("schedulingGates").isEmpty()) {
            status = status.with("conditions", JsonArray.of(gated()));
        }
        return object.with("spec", spec).with("status", status);
    }

    private static JsonObject completed(JsonObject spec) {
        return PodAdmission.of(PodDefaults.of(spec));
    }

    private static JsonObject gated() {
        return JsonObject.builder()
                .put("type", "PodScheduled")
                .put("status", "False")
                .put("lastProbeTime", JsonNull.NULL)
                .put("lastTransitionTime", JsonNull.NULL)
                .put("reason", "SchedulingGated")
                .put("message", "Scheduling is blocked due to non-empty scheduling gates")
                .build();
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        // Mostly something else changes, and the old one may be shared with a swarm.
        return object.with("spec", spec.equals(before) ? before : completed(spec));
    }

    @Override
    public List<Cause> validate(JsonObject object) {
        return specs.validate(object.object("spec"));
    }

    private static List<Cause> validateSpec(JsonObject spec) {
        ValidationErrors errors = new ValidationErrors();
        PodSpecValidation.validate(spec, "spec", true, errors);
        checkImages(spec, errors);
        boolean isGated = !spec.array("schedulingGates").isEmpty();
        if (isGated && !spec.text("nodeName").isEmpty()) {
            errors.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
        return errors.causes();
    }

    @Override
    public List<Cause> validateCreate(JsonObject object) {
        ValidationErrors errors = new ValidationErrors();
        if (!object.array("spec", "ephemeralContainers").isEmpty()) {
            errors.forbidden("spec.ephemeralContainers", "cannot be set on create");
        }
        return errors.causes();
    }

    private static void checkImages(JsonObject spec, ValidationErrors errors) {
        for (String list : List.of("containers", "initContainers")) {
            JsonArray containers = spec.array(list);
            for (int i = 0; i < containers.size(); i++) {
                DebugContainers.checkImage(containers.object(i), "spec." + list, i, errors);
            }
        }
    }

    @Override
    public List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        if (spec.equals(before)) {
            return List.of();
        }
        ValidationErrors found = new ValidationErrors();
        if (!PodUpdateValidation.checkLists(spec, before, found)) {
            return found.causes();
        }
        List<Cause> errors = found.causes();
        JsonArray gates = spec.array("schedulingGates");
        for (int i = 0; i < gates.size(); i++) {
            if (!before.array("schedulingGates").toList().contains(gates.get(i))) {
                errors.add(new Cause(
                        "FieldValueForbidden",
                        "Forbidden: only deletion is allowed, but found new scheduling gate '"
                                + gates.object(i).text("name") + "'",
                        "spec.schedulingGates[" + i + "].name"));
            }
        }
        boolean isGated = !before.array("schedulingGates").isEmpty();
        if (isGated) {
            GatedPodUpdates.validate(spec, before, found);
        }
        JsonObject compared = isGated ? GatedPodUpdates.withPlacementOf(before, spec) : spec;
        JsonObject munged = PodUpdateValidation.withWhatMayChangeOf(before, compared);
        if (!munged.equals(before)) {
            String detail = IMMUTABLE + ChangedFields.of(before, munged);
            errors.add(new Cause("FieldValueForbidden", detail, "spec"));
        }
        return errors;
    }

    @Override
    public boolean endsGracefully() {
        return true;
    }

    @Override
    public long graceSeconds(JsonObject object) {
        String phase = object.text("status", "phase");
        boolean isNowhere = object.text("spec", "nodeName").isEmpty();
        if (isNowhere || phase.equals("Succeeded") || phase.equals("Failed")) {
            return 0;
        }
        return Math.max(1, object.number(30, "spec", "terminationGracePeriodSeconds"));
    }

    @Override
    public Set<String> selectableFields() {
        return FIELDS;
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        // Updates of pods come from programs, which do not show warnings.
        if (old == null) {
            PodTemplateWarnings.ofName(object, "the Pod's hostname", warnings);
            PodWarnings.tell(object, "", warnings);
        }
    }

    @Override
    public List<Column> columns() {
        return PodRow.COLUMNS;
    }

    @Override
    public JsonArray rowConditions(JsonObject object) {
        return PodRow.conditions(object);
    }

    @Override
    public boolean returnsDeletedObject() {
        return true;
    }

    @Override
    public Set<String> subresources() {
        return PodSubresources.ALL;
    }

    @Override
    public JsonObject prepareForSubresource(String subresource, JsonObject object, JsonObject old, String now) {
        return PodSubresources.prepareForUpdate(subresource, object, old);
    }

    @Override
    public List<Cause> validateSubresource(String subresource, JsonObject object, JsonObject old) {
        return PodSubresources.validate(subresource, object, old);
    }
}
