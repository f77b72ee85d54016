package dev.sluice.kube.apiserver.plugin;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.verb.RequestContext;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.request.Allocatable;
import dev.sluice.kube.request.PodRequest;
import java.util.ArrayList;
import java.util.List;

/// Refuses to resize a bound pod beyond what its node has, in the words of the plugin PodResizeValidator.
record PodResizeValidation(RequestContext context) {

    void check(ResourceType type, JsonObject pod, JsonObject old) {
        String name = new Pod(pod).nodeName();
        if (name.isEmpty() || pod.object("spec").equals(old.object("spec"))) {
            return;
        }
        JsonObject node = context.watchCache(KubeTypes.NODES).get(ObjectKey.of(name));
        if (node == null) {
            throw ApiStatus.forbidden(type, KubeObjects.name(pod), "node \"%s\" not found".formatted(name));
        }
        String os = new Node(node).labels().text("kubernetes.io/os");
        if (!os.isEmpty() && !os.equals("linux")) {
            throw refusal(
                    type,
                    pod,
                    "pod resize is only supported on linux nodes, node \"%s\" is \"%s\"".formatted(name, os),
                    "UnsupportedPlatform");
        }
        checkRoom(type, pod, Allocatable.of(node));
    }

    private static void checkRoom(ResourceType type, JsonObject pod, Allocatable has) {
        PodRequest request = PodRequest.of(pod.without("status"));
        List<String> lacking = new ArrayList<>();
        for (String resource : List.of("cpu", "memory")) {
            if (request.amount(resource) > has.amount(resource)) {
                lacking.add("%s, requested: %d, allocatable: %d"
                        .formatted(resource, request.amount(resource), has.amount(resource)));
            }
        }
        if (!lacking.isEmpty()) {
            throw refusal(
                    type,
                    pod,
                    "node didn't have enough allocatable resources: " + String.join("; ", lacking),
                    "NodeCapacity");
        }
    }

    private static ApiException refusal(ResourceType type, JsonObject pod, String why, String cause) {
        ApiStatus status = ApiStatus.forbidden(type, KubeObjects.name(pod), why).status();
        JsonObject details = status.details() == null ? JsonObject.EMPTY : status.details();
        return new ApiStatus(
                        status.code(),
                        status.reason(),
                        status.message(),
                        details.with("causes", JsonArray.of(JsonObject.of("reason", Json.of(cause)))))
                .exception();
    }
}
