package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Set;

/// Pods: what may change after their creation is little, and they are given time to end.
public final class PodRules implements KindRules {
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

    private final PodSpecs specs = new PodSpecs(PodRules::completed, PodRules::flawsOfSpec);

    @Override
    public JsonObject beforeCreate(JsonObject object) {
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
    public JsonObject beforeUpdate(JsonObject object, JsonObject old) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        // Mostly something else changes, and the old one may be shared with a swarm.
        return object.with("spec", spec.equals(before) ? before : completed(spec));
    }

    @Override
    public List<Cause> flaws(JsonObject object) {
        return specs.flaws(object.object("spec"));
    }

    private static List<Cause> flawsOfSpec(JsonObject spec) {
        Flaws flaws = new Flaws();
        PodSpecChecks.check(spec, "spec", true, flaws);
        checkImages(spec, flaws);
        boolean isGated = !spec.array("schedulingGates").isEmpty();
        if (isGated && !spec.text("nodeName").isEmpty()) {
            flaws.forbidden("spec.nodeName", "cannot be set until all schedulingGates have been cleared");
        }
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfCreation(JsonObject object) {
        Flaws flaws = new Flaws();
        if (!object.array("spec", "ephemeralContainers").isEmpty()) {
            flaws.forbidden("spec.ephemeralContainers", "cannot be set on create");
        }
        return flaws.causes();
    }

    private static void checkImages(JsonObject spec, Flaws flaws) {
        for (String list : List.of("containers", "initContainers")) {
            JsonArray containers = spec.array(list);
            for (int i = 0; i < containers.size(); i++) {
                DebugContainers.checkImage(containers.object(i), "spec." + list, i, flaws);
            }
        }
    }

    @Override
    public List<Cause> flawsOfUpdate(JsonObject object, JsonObject old) {
        JsonObject spec = object.object("spec");
        JsonObject before = old.object("spec");
        if (spec.equals(before)) {
            return List.of();
        }
        Flaws found = new Flaws();
        if (!PodMutability.checkLists(spec, before, found)) {
            return found.causes();
        }
        List<Cause> flaws = found.causes();
        JsonArray gates = spec.array("schedulingGates");
        for (int i = 0; i < gates.size(); i++) {
            if (!before.array("schedulingGates").toList().contains(gates.get(i))) {
                flaws.add(new Cause(
                        "FieldValueForbidden",
                        "Forbidden: only deletion is allowed, but found new scheduling gate '"
                                + gates.object(i).text("name") + "'",
                        "spec.schedulingGates[" + i + "].name"));
            }
        }
        boolean isGated = !before.array("schedulingGates").isEmpty();
        if (isGated) {
            GatedPods.check(spec, before, found);
        }
        JsonObject compared = isGated ? GatedPods.withPlacementOf(before, spec) : spec;
        JsonObject munged = PodMutability.withWhatMayChangeOf(before, compared);
        if (!munged.equals(before)) {
            String difference = GoStructs.difference("core.PodSpec", before, munged);
            flaws.add(new Cause("FieldValueForbidden", IMMUTABLE + "\n" + difference, "spec"));
        }
        return flaws;
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
}
