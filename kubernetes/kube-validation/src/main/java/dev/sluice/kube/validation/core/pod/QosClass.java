package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.Objects;

/// Computes the QoS class of a pod.
final class QosClass {
    private static final List<String> COUNTED = List.of("cpu", "memory");

    private QosClass() {}

    static String of(JsonObject spec) {
        boolean anything = false;
        boolean guaranteed = true;
        // What a pod says for itself counts instead of what its containers say.
        JsonObject said = PodResources.areSaid(spec) ? JsonObject.of("containers", JsonArray.of(spec)) : spec;
        for (String list : List.of("containers", "initContainers")) {
            JsonArray containers = said.array(list);
            for (int i = 0; i < containers.size(); i++) {
                JsonObject requests = containers.object(i).object("resources", "requests");
                JsonObject limits = containers.object(i).object("resources", "limits");
                for (String resource : COUNTED) {
                    anything |= requests.has(resource) || limits.has(resource);
                    guaranteed &= limits.has(resource) && Objects.equals(limits.get(resource), requests.get(resource));
                }
            }
        }
        if (!anything) {
            return "BestEffort";
        }
        return guaranteed ? "Guaranteed" : "Burstable";
    }
}
