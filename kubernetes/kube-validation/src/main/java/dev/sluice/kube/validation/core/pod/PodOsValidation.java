package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;

/// Validates fields that depend on the pod's operating system.
final class PodOsValidation {
    private static final List<String> SYSTEMS = List.of("linux", "windows");
    private static final String NOT_WINDOWS = "cannot be set for a windows pod";

    /// In the order in which the real server looks at them.
    private static final List<String> OF_POD = List.of("hostPID", "hostIPC", "shareProcessNamespace");

    private static final List<String> OF_CONTAINER = List.of(
            "appArmorProfile",
            "seLinuxOptions",
            "seccompProfile",
            "capabilities",
            "readOnlyRootFilesystem",
            "privileged",
            "allowPrivilegeEscalation",
            "procMount",
            "runAsUser",
            "runAsGroup");

    private PodOsValidation() {}

    static void validate(JsonObject spec, String field, ValidationErrors errors) {
        if (!(spec.get("os") instanceof JsonObject system)) {
            return;
        }
        String name = system.text("name");
        if (name.isEmpty()) {
            errors.required(field + ".os.name");
        } else if (!SYSTEMS.contains(name)) {
            errors.unsupported(field + ".os", Json.of(name), SYSTEMS);
        } else if (name.equals("windows")) {
            checkWindows(spec, field, errors);
        }
    }

    private static void checkWindows(JsonObject spec, String field, ValidationErrors errors) {
        for (String name : OF_POD) {
            if (spec.isTrue(name)) {
                errors.forbidden(field + "." + name, NOT_WINDOWS);
            }
        }
        for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
            JsonArray containers = spec.array(list);
            for (int i = 0; i < containers.size(); i++) {
                JsonObject context = containers.object(i).object("securityContext");
                for (String name : OF_CONTAINER) {
                    if (context.has(name)) {
                        errors.forbidden(field + "." + list + "[" + i + "].securityContext." + name, NOT_WINDOWS);
                    }
                }
            }
        }
    }
}
