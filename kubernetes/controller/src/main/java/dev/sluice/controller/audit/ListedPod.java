package dev.sluice.controller.audit;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.request.PodRequest;
import java.util.Map;

/// What an audit needs of a listed pod. Whole pods of a large cluster would take gigabytes.
///
/// @param name with the namespace
/// @param node the node on which it holds resources; empty if it holds none
/// @param amounts its request, by resource
record ListedPod(String uid, long version, String name, String node, Map<String, Long> amounts) {

    static ListedPod of(JsonObject json) {
        Pod pod = new Pod(json);
        String node = pod.isTerminal() ? "" : pod.nodeName();
        if (node.isEmpty() && !pod.isTerminal()) {
            node = json.text("status", "nominatedNodeName");
        }
        return new ListedPod(
                KubeObjects.uid(json),
                Informer.versionNumber(KubeObjects.resourceVersion(json)),
                KubeObjects.namespace(json) + "/" + KubeObjects.name(json),
                node,
                node.isEmpty() ? Map.of() : PodRequest.of(json).amounts());
    }
}
