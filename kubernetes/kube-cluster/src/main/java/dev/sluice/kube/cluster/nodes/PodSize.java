package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.request.PodRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/// The resources of a pod's containers: what the kubelet has allocated, and what is in effect.
///
/// The two differ while a resize is in progress; the spec differs from both while it is pending.
final class PodSize {
    private Map<String, JsonObject> allocated;
    private Map<String, JsonObject> actuated;

    private PodSize(Map<String, JsonObject> allocated, Map<String, JsonObject> actuated) {
        this.allocated = allocated;
        this.actuated = actuated;
    }

    /// Returns the size of a pod that is admitted: that of its spec.
    static PodSize ofAdmitted(JsonObject pod) {
        Map<String, JsonObject> inSpec = inSpec(pod);
        return new PodSize(inSpec, inSpec);
    }

    /// Returns the size of a pod that runs already, by its status.
    static PodSize ofRunning(JsonObject pod) {
        Map<String, JsonObject> allocated = inSpec(pod);
        Map<String, JsonObject> actuated = inSpec(pod);
        for (String list : List.of("containerStatuses", "initContainerStatuses")) {
            for (Json each : pod.array("status", list)) {
                if (each instanceof JsonObject state
                        && state.get("resources") instanceof JsonObject resources
                        && actuated.containsKey(state.text("name"))) {
                    actuated.put(state.text("name"), resources);
                    Json requests = state.get("allocatedResources");
                    allocated.put(
                            state.text("name"), requests == null ? resources : resources.with("requests", requests));
                }
            }
        }
        return new PodSize(allocated, actuated);
    }

    private static Map<String, JsonObject> inSpec(JsonObject pod) {
        Map<String, JsonObject> sizes = new LinkedHashMap<>();
        for (String list : List.of("initContainers", "containers")) {
            for (Json each : pod.array("spec", list)) {
                if (each instanceof JsonObject container) {
                    sizes.put(container.text("name"), container.object("resources"));
                }
            }
        }
        return sizes;
    }

    /// True if the spec is what the kubelet has allocated.
    boolean isAllocated(JsonObject pod) {
        return allocated.equals(inSpec(pod));
    }

    boolean isActuated() {
        return actuated.equals(allocated);
    }

    /// Allocates what the spec asks for.
    void allocate(JsonObject pod) {
        allocated = inSpec(pod);
    }

    /// Brings into effect what is allocated.
    void actuate() {
        actuated = allocated;
    }

    /// Returns the status of a container with its resources.
    JsonObject inStatus(String container, JsonObject status) {
        JsonObject size = allocated.getOrDefault(container, JsonObject.EMPTY);
        JsonObject with =
                size.object("requests").isEmpty() ? status : status.with("allocatedResources", size.object("requests"));
        JsonObject effective = actuated.getOrDefault(container, JsonObject.EMPTY);
        return size.isEmpty() && effective.isEmpty() ? with : with.with("resources", effective);
    }

    /// Returns what the pod takes of its node: the larger of what is allocated and what is in effect.
    PodRequest request(JsonObject pod) {
        JsonObject sized = pod;
        for (String list : List.of("initContainers", "containers")) {
            sized = sized.withAt(
                    changed(
                            pod.array("spec", list),
                            container -> container.with(
                                    "resources", allocated.getOrDefault(container.text("name"), JsonObject.EMPTY))),
                    "spec",
                    list);
        }
        List<Json> states = new ArrayList<>();
        actuated.forEach((name, size) -> states.add(
                JsonObject.builder().put("name", name).put("resources", size).build()));
        return PodRequest.of(sized.with("status", JsonObject.of("containerStatuses", JsonArray.of(states))));
    }

    private static JsonArray changed(JsonArray containers, UnaryOperator<JsonObject> change) {
        return containers.map(each -> each instanceof JsonObject container ? change.apply(container) : each);
    }
}
