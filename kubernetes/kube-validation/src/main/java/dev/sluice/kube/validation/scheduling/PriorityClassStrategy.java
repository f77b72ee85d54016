package dev.sluice.kube.validation.scheduling;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Priority classes.
final class PriorityClassStrategy implements KindStrategy {
    /// Above it are only the two that every cluster has.
    private static final long USERS_MAX = 1_000_000_000;

    private static final Map<String, Long> SYSTEM =
            Map.of("system-node-critical", 2_000_001_000L, "system-cluster-critical", 2_000_000_000L);

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        String name = KubeObjects.name(object);
        long value = object.number(0, "value");
        if (name.startsWith("system-")) {
            String problem = validateSystemClass(name, value, object.isTrue("globalDefault"));
            if (!problem.isEmpty()) {
                errors.forbidden(
                        "metadata.name",
                        "priority class names with 'system-' prefix are reserved for system use only. error: "
                                + problem);
            }
        } else if (value > USERS_MAX) {
            errors.forbidden("value", "maximum allowed value of a user defined priority is " + USERS_MAX);
        }
        errors.oneOf(
                "preemptionPolicy", object.text("preemptionPolicy"), false, List.of("PreemptLowerPriority", "Never"));
    }

    private static String validateSystemClass(String name, long value, boolean isDefault) {
        Long known = SYSTEM.get(name);
        if (known == null) {
            return name + " is not a known system priority class";
        }
        if (known != value) {
            return "value of " + name + " PriorityClass must be " + known;
        }
        return isDefault ? "globalDefault of " + name + " PriorityClass must be false" : "";
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        if (!Objects.equals(object.get("value"), old.get("value"))) {
            errors.forbidden("value", "may not be changed in an update.");
        }
        errors.immutable("preemptionPolicy", object.get("preemptionPolicy"), old.get("preemptionPolicy"));
    }

    @Override
    public String deletionRefusal(String name) {
        return name.startsWith("system-") ? "this is a system priority class and cannot be deleted" : "";
    }
}
