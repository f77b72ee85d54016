package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.Set;

/// Ephemeral containers, which are added to a running pod for debugging.
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
    static void validate(
            JsonArray containers, String field, PodSpecFacts pod, Set<String> names, ValidationErrors errors) {
        Set<String> others = Set.copyOf(names);
        for (int i = 0; i < containers.size(); i++) {
            JsonObject container = containers.object(i);
            String own = field + "[" + i + "]";
            ContainerValidation.validate(container, own, pod, errors);
            checkImage(container, field, i, errors);
            if (!names.add(container.text("name"))) {
                errors.duplicate(own + ".name", Json.of(container.text("name")));
            }
            String target = container.text("targetContainerName");
            if (!target.isEmpty() && !others.contains(target)) {
                errors.notFound(own + ".targetContainerName", target);
            }
            for (String name : FORBIDDEN) {
                Json value = container.get(name);
                boolean isEmpty = JsonObject.EMPTY.equals(value) && name.equals("resources");
                if (value != null && !isEmpty) {
                    errors.forbidden(own + "." + name, NOT_HERE);
                }
            }
            checkMounts(container.array("volumeMounts"), own + ".volumeMounts", errors);
        }
    }

    static void checkImage(JsonObject container, String list, int index, ValidationErrors errors) {
        String image = container.text("image");
        if (!image.strip().equals(image)) {
            errors.invalid(list + "[" + index + "].image", image, "must not have leading or trailing whitespace");
        }
    }

    private static void checkMounts(JsonArray mounts, String field, ValidationErrors errors) {
        for (int i = 0; i < mounts.size(); i++) {
            for (String name : List.of("subPath", "subPathExpr")) {
                if (!mounts.object(i).text(name).isEmpty()) {
                    errors.forbidden(field + "[" + i + "]." + name, NOT_HERE);
                }
            }
        }
    }
}
