package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.field.ChangedFields;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The subresources `ephemeralcontainers` and `resize`.
final class PodSubresources {
    private static final String EPHEMERAL_CONTAINERS = "ephemeralcontainers";
    private static final String RESIZE = "resize";

    static final Set<String> ALL = Set.of(EPHEMERAL_CONTAINERS, RESIZE);

    private static final String LIST = "ephemeralContainers";

    private PodSubresources() {}

    /// The old pod with the one part of the new one.
    static JsonObject prepareForUpdate(String subresource, JsonObject object, JsonObject old) {
        if (subresource.equals(EPHEMERAL_CONTAINERS)) {
            Json containers = object.at("spec", LIST);
            JsonObject changed =
                    containers == null ? old.withoutAt("spec", LIST) : old.withAt(containers, "spec", LIST);
            JsonObject filled = changed.with("spec", PodDefaults.of(changed.object("spec")));
            return filled;
        }
        JsonObject resized = old;
        for (String list : List.of("containers", "initContainers")) {
            resized = resized(resized, object, list);
        }
        return resized.with("spec", PodDefaults.of(resized.object("spec")));
    }

    private static JsonObject resized(JsonObject old, JsonObject object, String list) {
        JsonArray before = old.array("spec", list);
        JsonArray now = object.array("spec", list);
        if (now.size() != before.size()) {
            return old.withAt(now, "spec", list);
        }
        JsonArray changed = before;
        for (int i = 0; i < before.size(); i++) {
            JsonObject container = before.object(i);
            for (String field : List.of("resources", "resizePolicy")) {
                Json value = now.object(i).get(field);
                container = value == null ? container.without(field) : container.with(field, value);
            }
            changed = changed.with(i, container);
        }
        return before.isEmpty() ? old : old.withAt(changed, "spec", list);
    }

    static List<Cause> validate(String subresource, JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        PodSpecValidation.validate(object.object("spec"), "spec", true, errors);
        if (subresource.equals(EPHEMERAL_CONTAINERS)) {
            checkDebuggers(object, old, errors);
        } else {
            checkSize(object, old, errors);
        }
        return errors.causes();
    }

    private static void checkDebuggers(JsonObject object, JsonObject old, ValidationErrors errors) {
        String field = "spec." + LIST;
        JsonArray now = object.array("spec", LIST);
        for (Json before : old.array("spec", LIST)) {
            JsonObject container = (JsonObject) before;
            String name = container.text("name");
            String which = "existing ephemeral containers " + GoQuoting.of(name);
            JsonObject changed = named(now, name);
            if (changed == null) {
                errors.forbidden(field, which + " may not be removed\n");
            } else if (!changed.equals(container)) {
                errors.forbidden(field, which + " may not be changed" + ChangedFields.of(container, changed));
            }
        }
    }

    private static @Nullable JsonObject named(JsonArray containers, String name) {
        for (int i = 0; i < containers.size(); i++) {
            if (containers.object(i).text("name").equals(name)) {
                return containers.object(i);
            }
        }
        return null;
    }

    private static void checkSize(JsonObject object, JsonObject old, ValidationErrors errors) {
        String was = QosClass.of(old.object("spec"));
        if (!QosClass.of(object.object("spec")).equals(was)) {
            errors.invalid("spec", was, "Pod QOS Class may not change as a result of resizing");
        }
        JsonArray before = old.array("spec", "containers");
        JsonArray now = object.array("spec", "containers");
        for (String list : List.of("containers", "initContainers")) {
            if (old.array("spec", list).size() != object.array("spec", list).size()) {
                errors.forbidden("spec." + list, "containers may not be added or removed on resize");
                return;
            }
        }
        for (int i = 0; i < before.size(); i++) {
            checkContainer(now.object(i), before.object(i), "spec.containers[" + i + "].resources", errors);
        }
    }

    private static void checkContainer(JsonObject now, JsonObject before, String field, ValidationErrors errors) {
        for (String which : List.of("limits", "requests")) {
            JsonObject old = before.object("resources", which);
            for (int i = 0; i < old.size(); i++) {
                if (!now.object("resources", which).has(old.name(i))) {
                    errors.forbidden(field + "." + which, "resource " + which + " cannot be removed");
                    break;
                }
            }
        }
        if (!withoutSizes(now).equals(withoutSizes(before))) {
            errors.forbidden("spec", "only cpu and memory resources are mutable");
        }
    }

    private static JsonObject withoutSizes(JsonObject container) {
        JsonObject rest = container;
        for (String which : List.of("limits", "requests")) {
            rest = rest.withAt(rest.object("resources", which).without("cpu").without("memory"), "resources", which);
        }
        return rest;
    }
}
