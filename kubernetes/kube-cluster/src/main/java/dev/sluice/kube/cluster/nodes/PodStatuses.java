package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.Durations;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import java.util.ArrayList;
import java.util.List;

/// Creates the pod statuses that a kubelet writes.
///
/// @param hostIp of the pod's node
record PodStatuses(JsonObject pod, RunningPod life, String hostIp, long nowNanos) {

    static final String OVERDUE = "DeadlineExceeded";
    static final String OVERDUE_MESSAGE = "Pod was active on the node longer than the specified deadline";

    /// How the containers terminated.
    record Exit(long code, String reason) {}

    JsonObject running(String podIp) {
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", generation())
                .put("phase", "Running")
                .put("hostIP", hostIp)
                .put("hostIPs", JsonArray.of(JsonObject.of("ip", Json.of(hostIp))))
                .put("podIP", podIp)
                .put("podIPs", JsonArray.of(JsonObject.of("ip", Json.of(podIp))))
                .put("startTime", Times.of(life.admittedNanos()))
                .put("conditions", conditions(true, ""))
                .put("containerStatuses", containers("containers", container -> runningContainer(container)))
                .build();
        JsonArray init = initContainers();
        return init.isEmpty() ? status : status.with("initContainerStatuses", init);
    }

    /// Returns what changes in the status of a running pod by a resize.
    JsonObject resized(JsonArray conditions) {
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", generation())
                .put("conditions", conditions)
                .put("containerStatuses", containers("containers", container -> runningContainer(container)))
                .build();
        JsonArray init = initContainers();
        return init.isEmpty() ? status : status.with("initContainerStatuses", init);
    }

    private JsonArray initContainers() {
        return containers(
                "initContainers",
                container -> container.text("restartPolicy").equals("Always")
                        ? runningContainer(container)
                        : ended(container, new Exit(0, "Completed"), true));
    }

    /// @param delayNanos how long its containers wait for the restart
    JsonObject waiting(Exit last, long delayNanos) {
        return JsonObject.builder()
                .put("observedGeneration", generation())
                .put("phase", "Running")
                .put("conditions", conditions(false, "ContainersNotReady"))
                .put("containerStatuses", containers("containers", container -> crashed(container, last, delayNanos)))
                .build();
    }

    JsonObject over(Exit exit) {
        boolean isSuccess = exit.code() == 0;
        JsonObject status = JsonObject.builder()
                .put("observedGeneration", generation())
                .put("phase", isSuccess ? "Succeeded" : "Failed")
                .put("hostIP", hostIp)
                .put("hostIPs", JsonArray.of(JsonObject.of("ip", Json.of(hostIp))))
                .put("startTime", Times.of(life.admittedNanos()))
                .put("conditions", withoutResize(conditions(false, isSuccess ? "PodCompleted" : "PodFailed")))
                .build();
        return life.hasStarted()
                ? status.with("containerStatuses", containers("containers", container -> ended(container, exit, false)))
                : status;
    }

    private static JsonArray withoutResize(JsonArray conditions) {
        return Conditions.without(Conditions.without(conditions, PodResizer.PENDING), PodResizer.IN_PROGRESS);
    }

    JsonObject refused(String reason, String message) {
        return JsonObject.builder()
                .put("phase", "Failed")
                .put("reason", reason)
                .put("message", "Pod was rejected: " + message)
                .put("startTime", Times.of(nowNanos))
                .build();
    }

    private interface Shown {
        JsonObject of(JsonObject container);
    }

    private JsonArray containers(String list, Shown shown) {
        List<Json> all = new ArrayList<>();
        for (Json container : pod.array("spec", list)) {
            if (container instanceof JsonObject object) {
                all.add(shown.of(object));
            }
        }
        return JsonArray.of(all);
    }

    private JsonObject runningContainer(JsonObject container) {
        JsonObject state = JsonObject.of("running", JsonObject.of("startedAt", Times.of(life.startedNanos())));
        return container(container, state, true, true);
    }

    private JsonObject crashed(JsonObject container, Exit last, long delayNanos) {
        JsonObject waiting = JsonObject.builder()
                .put("reason", "CrashLoopBackOff")
                .put(
                        "message",
                        "back-off %s restarting failed container=%s pod=%s_%s(%s)"
                                .formatted(
                                        Durations.text(delayNanos),
                                        container.text("name"),
                                        KubeObjects.name(pod),
                                        KubeObjects.namespace(pod),
                                        KubeObjects.uid(pod)))
                .build();
        return container(container, JsonObject.of("waiting", waiting), false, false)
                .with("lastState", JsonObject.of("terminated", terminated(last)));
    }

    private JsonObject ended(JsonObject container, Exit exit, boolean isReady) {
        return container(container, JsonObject.of("terminated", terminated(exit)), isReady, false);
    }

    private JsonObject terminated(Exit exit) {
        return JsonObject.builder()
                .put("exitCode", exit.code())
                .put("reason", exit.reason())
                .put("startedAt", Times.of(life.startedNanos()))
                .put("finishedAt", Times.of(nowNanos))
                .put("containerID", containerId())
                .build();
    }

    private JsonObject container(JsonObject container, JsonObject state, boolean isReady, boolean isStarted) {
        JsonObject status = JsonObject.builder()
                .put("name", container.text("name"))
                .put("image", container.text("image"))
                .put("imageID", "")
                .put("containerID", containerId())
                .put("state", state)
                .put("lastState", JsonObject.EMPTY)
                .put("ready", isReady)
                .put("started", isStarted)
                .put("restartCount", life.restarts())
                .build();
        return life.size().inStatus(container.text("name"), status);
    }

    private String containerId() {
        return "sluice://" + KubeObjects.uid(pod) + "-" + life.restarts();
    }

    /// Keeps conditions that other components have set, such as PodScheduled.
    private JsonArray conditions(boolean isReady, String reason) {
        boolean isWaiting = reason.equals("ContainersNotReady");
        String message = isWaiting ? "containers with unready status: " + names() : "";
        JsonArray conditions = pod.array("status", "conditions");
        conditions = with(conditions, "PodReadyToStartContainers", isReady || isWaiting, "", "");
        conditions = with(conditions, "Initialized", true, reason.equals("PodCompleted") ? reason : "", "");
        conditions = with(conditions, "Ready", isReady, reason, message);
        return with(conditions, "ContainersReady", isReady, reason, message);
    }

    private JsonArray with(JsonArray conditions, String type, boolean isTrue, String reason, String message) {
        JsonArray changed = Conditions.with(conditions, type, isTrue, reason, message, nowNanos);
        JsonObject condition = Conditions.find(changed, type);
        return condition == null
                ? changed
                : Conditions.with(changed, condition.with("observedGeneration", Json.of(generation())));
    }

    private String names() {
        List<String> names = new ArrayList<>();
        for (Json container : pod.array("spec", "containers")) {
            if (container instanceof JsonObject object) {
                names.add(object.text("name"));
            }
        }
        return "[" + String.join(" ", names) + "]";
    }

    private long generation() {
        return pod.number(1, "metadata", "generation");
    }
}
