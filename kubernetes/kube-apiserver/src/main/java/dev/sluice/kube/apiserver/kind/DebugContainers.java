package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import java.util.Set;

/// Containers that somebody adds to a pod that runs, to look around.
final class DebugContainers {
    private static final String NOT_HERE = "cannot be set for an Ephemeral Container";

    /// In the order of the real server's own struct.
    private static final List<String> FORBIDDEN = List.of(
            "ports",
            "resources",
            "resizePolicy",
            "restartPolicy",
            "restartPolicyRules",
            "livenessProbe",
            "readinessProbe",
            "startupProbe",
            "lifecycle");

    private DebugContainers() {}

    /// @param names of the pod's other containers
    static void check(JsonArray containers, String field, PodFacts pod, Set<String> names, Flaws flaws) {
        Set<String> others = Set.copyOf(names);
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.object(i);
            String own = field + "[" + i + "]";
            ContainerChecks.check(container, own, pod, flaws);
            checkImage(container, field, i, flaws);
            if (!names.add(container.text("name"))) {
                flaws.duplicate(own + ".name", Json.of(container.text("name")));
            }
            String target = container.text("targetContainerName");
            if (!target.isEmpty() && !others.contains(target)) {
                flaws.notFound(own + ".targetContainerName", target);
            }
            for (String name : FORBIDDEN) {
                Json value = container.get(name);
                boolean isEmpty = JsonObject.EMPTY.equals(value) && name.equals("resources");
                if (value != null && !isEmpty) {
                    flaws.forbidden(own + "." + name, NOT_HERE);
                }
            }
            checkMounts(container.array("volumeMounts"), own + ".volumeMounts", flaws);
        }
    }

    static void checkImage(JsonObject container, String list, int index, Flaws flaws) {
        String image = container.text("image");
        if (!image.strip().equals(image)) {
            flaws.invalid(list + "[" + index + "].image", image, "must not have leading or trailing whitespace");
        }
    }

    private static void checkMounts(JsonArray mounts, String field, Flaws flaws) {
        for (int i = 0; i < mounts.size(); i++) {
            for (String name : List.of("subPath", "subPathExpr")) {
                if (!mounts.object(i).text(name).isEmpty()) {
                    flaws.forbidden(field + "[" + i + "]." + name, NOT_HERE);
                }
            }
        }
    }
}
