package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;

/// The events that a kubelet records for its pods.
record KubeletEvents(EventSource events) {

    void refused(JsonObject pod, KubeletAdmission.Refusal refusal) {
        on(pod).warning(KubeTypes.PODS, pod, refusal.reason(), refusal.message());
    }

    void started(JsonObject pod) {
        for (Json each : pod.array("spec", "containers")) {
            if (each instanceof JsonObject container) {
                String name = container.text("name");
                on(pod).containerNormal(KubeTypes.PODS, pod, name, "Created", "Container created");
                on(pod).containerNormal(KubeTypes.PODS, pod, name, "Started", "Container started");
            }
        }
    }

    void stopping(JsonObject pod) {
        for (Json each : pod.array("spec", "containers")) {
            if (each instanceof JsonObject container) {
                String name = container.text("name");
                on(pod).containerNormal(KubeTypes.PODS, pod, name, "Killing", "Stopping container " + name);
            }
        }
    }

    void waiting(JsonObject pod) {
        for (Json each : pod.array("spec", "containers")) {
            if (each instanceof JsonObject container) {
                String name = container.text("name");
                on(pod).containerWarning(
                                KubeTypes.PODS,
                                pod,
                                name,
                                "BackOff",
                                "Back-off restarting failed container %s in pod %s_%s(%s)"
                                        .formatted(
                                                name,
                                                KubeObjects.name(pod),
                                                KubeObjects.namespace(pod),
                                                KubeObjects.uid(pod)));
            }
        }
    }

    void overdue(JsonObject pod) {
        on(pod).normal(KubeTypes.PODS, pod, PodStatuses.OVERDUE, PodStatuses.OVERDUE_MESSAGE);
    }

    private EventSource on(JsonObject pod) {
        return events.at(new Pod(pod).nodeName());
    }
}
