package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.List;

/// How pods get to their nodes. It is chosen when an object is created, as `schedulerName` never changes later.
///
/// The policy in `deploy/intake-policy.yaml` has the same rules in CEL; a test on a real API server compares both.
public enum PlacementPath {
    /// Path A: Sluice is the pods' scheduler and binds them.
    BINDING,

    /// Path B: a gate holds the pods. Once it is removed, the default scheduler binds them to the node that Sluice
    /// has chosen, and does what Sluice does not model.
    GATE;

    /// The kinds of volumes that say nothing about nodes.
    private static final List<String> PLAIN_VOLUMES =
            List.of("configMap", "csi", "downwardAPI", "emptyDir", "hostPath", "image", "nfs", "projected", "secret");

    /// The fields of a pod's spec by which something outside of the spec decides about nodes.
    private static final List<String> UNMODELLED_FIELDS =
            List.of("resourceClaims", "runtimeClassName", "schedulingGroup", "workloadRef");

    /// Extended resources with this prefix are devices, which kube-scheduler allocates.
    private static final String DEVICE_CLASS = "deviceclass.resource.kubernetes.io/";

    /// Returns the path of pods with such a spec.
    public static PlacementPath of(JsonObject podSpec) {
        boolean isModelled = hasPlainVolumes(podSpec)
                && UNMODELLED_FIELDS.stream().noneMatch(podSpec::has)
                && !hasPodAffinity(podSpec)
                && !mustSpread(podSpec)
                && podSpec.array("schedulingGates").isEmpty()
                && !asksForDevices(podSpec, "containers")
                && !asksForDevices(podSpec, "initContainers");
        return isModelled ? BINDING : GATE;
    }

    private static boolean hasPlainVolumes(JsonObject spec) {
        for (Json each : spec.array("volumes")) {
            if (each instanceof JsonObject volume && PLAIN_VOLUMES.stream().noneMatch(volume::has)) {
                return false;
            }
        }
        return true;
    }

    private static boolean hasPodAffinity(JsonObject spec) {
        JsonObject affinity = spec.object("affinity");
        return affinity.has("podAffinity") || affinity.has("podAntiAffinity");
    }

    private static boolean mustSpread(JsonObject spec) {
        for (Json each : spec.array("topologySpreadConstraints")) {
            if (each instanceof JsonObject constraint
                    && constraint.text("whenUnsatisfiable").equals("DoNotSchedule")) {
                return true;
            }
        }
        return false;
    }

    /// Limits count too: the template of a Job has no requests where it has limits only, but its pods will.
    private static boolean asksForDevices(JsonObject spec, String containers) {
        for (Json each : spec.array(containers)) {
            if (each instanceof JsonObject container
                    && (namesDevice(container.object("resources", "requests"))
                            || namesDevice(container.object("resources", "limits")))) {
                return true;
            }
        }
        return false;
    }

    private static boolean namesDevice(JsonObject amounts) {
        return amounts.names().stream().anyMatch(name -> name.startsWith(DEVICE_CLASS));
    }
}
