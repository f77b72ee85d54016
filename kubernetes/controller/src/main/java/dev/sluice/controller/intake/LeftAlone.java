package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.Set;

/// The Jobs and pods that intake does not touch, although their namespace or label opts in.
public final class LeftAlone {
    private static final String DEFAULT_SCHEDULER = "default-scheduler";
    private static final String JOB_CONTROLLER = "kubernetes.io/job-controller";
    private static final String MIRROR = "kubernetes.io/config.mirror";

    /// Pods of these are tied to a node, or are part of a Job, which is the unit.
    private static final Set<String> OWNERS = Set.of("DaemonSet", "Job", "Node");

    private LeftAlone() {}

    public static boolean job(JsonObject job) {
        String manager = job.text("spec", "managedBy");
        return (!manager.isEmpty() && !manager.equals(JOB_CONTROLLER))
                || isPlacedByOthers(job.object("spec", "template", "spec"))
                || isOwnedByOthers(job);
    }

    /// Controllers other than a CronJob's may not expect that their Job is suspended.
    private static boolean isOwnedByOthers(JsonObject job) {
        for (Json each : job.array("metadata", "ownerReferences")) {
            if (each instanceof JsonObject owner && !owner.text("kind").equals("CronJob")) {
                return true;
            }
        }
        return false;
    }

    public static boolean pod(JsonObject pod) {
        return isPlacedByOthers(pod.object("spec"))
                || pod.object("metadata", "annotations").has(MIRROR)
                || hasOwnerOfItsOwn(pod);
    }

    private static boolean hasOwnerOfItsOwn(JsonObject pod) {
        for (Json each : pod.array("metadata", "ownerReferences")) {
            if (each instanceof JsonObject owner && OWNERS.contains(owner.text("kind"))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPlacedByOthers(JsonObject podSpec) {
        String scheduler = podSpec.text("schedulerName");
        return !podSpec.text("nodeName").isEmpty()
                || !(scheduler.isEmpty()
                        || scheduler.equals(DEFAULT_SCHEDULER)
                        || scheduler.equals(SluiceNames.SCHEDULER));
    }
}
