package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.Gates;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import java.util.OptionalLong;

/// The calls that change pods. Each names the UID or version that it is about, so that repeating it, or making it too
/// late, does no harm.
final class PodWrites {
    private PodWrites() {}

    /// Removes our gate from a pod that we bind.
    static Call release(JsonObject pod, int attempt, String node) {
        return patch("release", pod, chosen(node, attempt), ungated(pod));
    }

    /// Removes our gate from a pod that the default scheduler binds, and leaves it one node.
    static Call pin(JsonObject pod, int attempt, String node) {
        JsonObject spec = ungated(pod);
        JsonObject pin = NodePin.patch(pod.object("spec"), node);
        return patch("pin", pod, chosen(node, attempt), spec.with("affinity", pin.object("affinity")));
    }

    private static JsonObject chosen(String node, int attempt) {
        return JsonObject.of(
                "annotations",
                JsonObject.EMPTY.with(SluiceNames.NODES, node).with(SluiceNames.ATTEMPT, Integer.toString(attempt)));
    }

    private static JsonObject ungated(JsonObject pod) {
        JsonArray others = Gates.others(pod.object("spec"));
        return JsonObject.of("schedulingGates", others.isEmpty() ? JsonNull.NULL : others);
    }

    /// Ends a pod by its deadline.
    static Call stop(JsonObject pod, long deadlineSeconds) {
        return patch("stop", pod, JsonObject.EMPTY, JsonObject.of("activeDeadlineSeconds", Json.of(deadlineSeconds)));
    }

    private static Call patch(String what, JsonObject pod, JsonObject metadata, JsonObject spec) {
        JsonObject about =
                metadata.with("uid", KubeObjects.uid(pod)).with("resourceVersion", KubeObjects.resourceVersion(pod));
        return patch(what, pod, JsonObject.of("metadata", about).with("spec", spec));
    }

    /// Removes what a release wrote: the pod is not ours any more, also after a restart.
    static Call disown(WorkloadPod pod) {
        JsonObject annotations =
                JsonObject.EMPTY.with(SluiceNames.NODES, JsonNull.NULL).with(SluiceNames.ATTEMPT, JsonNull.NULL);
        JsonObject metadata = JsonObject.EMPTY.with("uid", pod.uid).with("annotations", annotations);
        Patch patch = Patch.merge(JsonObject.of("metadata", metadata));
        return new Call(
                "disown pod " + pod.key, kube -> kube.patch(KubeTypes.PODS, pod.key, "", patch, JobWrites.OPTIONS));
    }

    /// Adds what intake has not written.
    ///
    /// @param lacks a merge patch
    static Call adopt(JsonObject pod, JsonObject lacks) {
        JsonObject metadata = lacks.object("metadata").with("uid", KubeObjects.uid(pod));
        return patch("adopt", pod, lacks.with("metadata", metadata));
    }

    /// Writes why the pod is held.
    static Call hold(JsonObject pod, String why) {
        JsonObject annotations = JsonObject.EMPTY.with(SluiceNames.HOLD, why);
        return patch("hold", pod, JsonObject.of("annotations", annotations), JsonObject.EMPTY);
    }

    /// Writes why the pod cannot run, or removes that.
    static Call explain(JsonObject pod, String why) {
        Json value = why.isEmpty() ? JsonNull.NULL : Json.of(why);
        JsonObject metadata = JsonObject.EMPTY
                .with("uid", KubeObjects.uid(pod))
                .with("annotations", JsonObject.of(SluiceNames.REFUSED, value));
        ObjectKey key = KubeObjects.key(pod);
        Patch patch = Patch.merge(JsonObject.of("metadata", metadata));
        return Call.note("explain pod " + key, kube -> kube.patch(KubeTypes.PODS, key, "", patch, JobWrites.OPTIONS));
    }

    private static Call patch(String what, JsonObject pod, JsonObject patch) {
        ObjectKey key = KubeObjects.key(pod);
        return new Call(
                what + " pod " + key,
                kube -> kube.patch(KubeTypes.PODS, key, "", Patch.merge(patch), JobWrites.OPTIONS));
    }

    /// Binds a pod to a node, unless another pod has its name by now.
    static Call bind(WorkloadPod pod, String node) {
        JsonObject binding = JsonObject.builder()
                .put("apiVersion", "v1")
                .put("kind", "Binding")
                .put(
                        "metadata",
                        JsonObject.EMPTY
                                .with("name", pod.key.name())
                                .with("namespace", pod.key.namespace())
                                .with("uid", pod.uid))
                .put(
                        "target",
                        JsonObject.EMPTY
                                .with("apiVersion", "v1")
                                .with("kind", "Node")
                                .with("name", node))
                .build();
        return new Call(
                "bind pod " + pod.key + " to " + node,
                kube -> kube.act(KubeTypes.PODS, pod.key, "binding", binding, JobWrites.OPTIONS));
    }

    /// Deletes a pod, unless another pod has its name by now.
    static Call delete(WorkloadPod pod) {
        DeleteOptions options = new DeleteOptions(OptionalLong.empty(), "", pod.uid, "", false);
        return new Call("delete pod " + pod.key, kube -> kube.delete(KubeTypes.PODS, pod.key, options));
    }

    static Call read(ObjectKey pod) {
        return Call.read("read pod " + pod, kube -> kube.get(KubeTypes.PODS, pod));
    }
}
