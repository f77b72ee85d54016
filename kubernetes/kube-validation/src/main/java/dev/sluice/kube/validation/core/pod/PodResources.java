package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.field.Quantities;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.Set;

/// Validates pod-level resources.
final class PodResources {
    private static final List<String> SHARED = List.of("cpu", "memory");

    private PodResources() {}

    static boolean areSaid(JsonObject spec) {
        return !spec.object("resources", "limits").isEmpty()
                || !spec.object("resources", "requests").isEmpty();
    }

    /// A pod that has limits asks for what its containers ask for, or else for all of it.
    static JsonObject applyDefaults(JsonObject spec) {
        JsonObject limits = spec.object("resources", "limits");
        if (limits.isEmpty()) {
            return spec;
        }
        JsonObject requests = spec.object("resources", "requests");
        for (String name : limits.names()) {
            Json limit = limits.get(name);
            if (isShared(name) && !requests.has(name) && limit != null) {
                Quantity asked = aggregate(spec, name);
                requests = requests.with(name, asked.signum() > 0 ? Json.of(asked.toString()) : limit);
            }
        }
        return spec.withAt(requests, "resources", "requests");
    }

    /// As much as all containers at once ask for, or the largest of those that run first.
    private static Quantity aggregate(JsonObject spec, String resource) {
        Quantity sum = sum(spec.array("containers"), resource);
        Quantity sidecars = Quantity.ZERO;
        Quantity largest = Quantity.ZERO;
        JsonArray first = spec.array("initContainers");
        for (int i = 0; i < first.size(); i++) {
            Quantity asked = asked(first.object(i), resource);
            boolean stays = first.object(i).text("restartPolicy").equals("Always");
            sidecars = stays ? sidecars.plus(asked) : sidecars;
            Quantity needed = stays ? sidecars : sidecars.plus(asked);
            largest = needed.compareTo(largest) > 0 ? needed : largest;
        }
        Quantity all = sum.plus(sidecars);
        return all.compareTo(largest) >= 0 ? all : largest;
    }

    private static Quantity sum(JsonArray containers, String resource) {
        Quantity sum = Quantity.ZERO;
        for (int i = 0; i < containers.size(); i++) {
            Quantity asked = asked(containers.object(i), resource);
            sum = sum.signum() == 0 ? asked : sum.plus(asked);
        }
        return sum;
    }

    private static Quantity asked(JsonObject container, String resource) {
        Json amount = container.at("resources", "requests", resource);
        return amount == null ? Quantity.ZERO : Quantities.of(amount);
    }

    static void validate(JsonObject spec, String field, Set<String> claims, ValidationErrors errors) {
        if (!(spec.get("resources") instanceof JsonObject resources)) {
            return;
        }
        String own = field + ".resources";
        if (resources.has("claims")) {
            errors.forbidden(own + ".claims", "claims may not be set for Resources at pod-level");
        }
        for (String which : List.of("limits", "requests")) {
            for (String name : resources.object(which).names()) {
                checkName(name, own + "." + which + "[" + name + "]", errors);
            }
        }
        JsonObject limits = resources.object("limits");
        JsonObject requests = resources.object("requests");
        for (String name : requests.names()) {
            Quantity asked = amount(requests, name);
            if (limits.has(name) && asked.compareTo(amount(limits, name)) > 0) {
                errors.invalid(
                        own + ".requests",
                        asked.toString(),
                        "must be less than or equal to " + name + " limit of " + amount(limits, name));
            }
        }
        PodResourceClaims.checkNames(resources.array("claims"), own + ".claims", claims, errors);
        checkTogether(spec, requests, limits, own, errors);
    }

    private static boolean isShared(String name) {
        return SHARED.contains(name) || name.startsWith("hugepages-");
    }

    private static void checkName(String name, String field, ValidationErrors errors) {
        boolean isKnown = isShared(name);
        if (!isKnown && !name.contains("/")) {
            errors.invalid(field, name, "must be a standard resource type or fully qualified");
        } else if (!isKnown) {
            errors.unsupported(field, Json.of(name), List.of("cpu", "hugepages-", "memory"));
        }
    }

    private static Quantity amount(JsonObject amounts, String name) {
        Json amount = amounts.get(name);
        return amount == null ? Quantity.ZERO : Quantities.of(amount);
    }

    private static void checkTogether(
            JsonObject spec, JsonObject requests, JsonObject limits, String field, ValidationErrors errors) {
        for (String name : requests.names()) {
            Quantity aggregate = aggregate(spec, name);
            if (aggregate.compareTo(amount(requests, name)) > 0) {
                errors.invalid(
                        field + ".requests[" + name + "]",
                        amount(requests, name).toString(),
                        "must be greater than or equal to aggregate container requests of " + aggregate);
            }
        }
        JsonArray containers = spec.array("containers");
        for (int i = 0; i < containers.size(); i++) {
            JsonObject own = containers.object(i).object("resources", "limits");
            for (String name : own.names()) {
                if (limits.has(name) && amount(own, name).compareTo(amount(limits, name)) > 0) {
                    errors.invalid(
                            field + ".containers[" + i + "][" + name + "].limits",
                            amount(own, name).toString(),
                            "must be less than or equal to pod limits of " + amount(limits, name));
                }
            }
        }
    }
}
