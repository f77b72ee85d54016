package dev.sluice.kube.request;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;

/// What the API server adds to the requests of a pod when it is created. Templates do not have it.
///
/// A container's limit is its request if it has none. So is a limit of the pod, of the resources that pods can have,
/// if no container requests the resource.
final class RequestDefaults {
    private static final String RESOURCES = "resources";
    private static final String REQUESTS = "requests";
    private static final String LIMITS = "limits";

    private RequestDefaults() {}

    /// Returns the template with the requests that its pods will have.
    static JsonObject of(JsonObject template) {
        JsonObject spec = template.object("spec");
        for (String list : new String[] {"containers", "initContainers"}) {
            if (spec.has(list)) {
                spec = spec.with(list, spec.array(list).map(RequestDefaults::container));
            }
        }
        JsonObject limits = spec.object(RESOURCES, LIMITS);
        for (String name : limits.names()) {
            Json limit = limits.get(name);
            if (limit != null && isOfPods(name) && !isRequested(spec, name)) {
                spec = spec.withAt(limit, RESOURCES, REQUESTS, name);
            }
        }
        return template.with("spec", spec);
    }

    private static Json container(Json each) {
        if (!(each instanceof JsonObject container)) {
            return each;
        }
        JsonObject full = container;
        JsonObject limits = container.object(RESOURCES, LIMITS);
        for (String name : limits.names()) {
            Json limit = limits.get(name);
            if (limit != null && !container.object(RESOURCES, REQUESTS).has(name)) {
                full = full.withAt(limit, RESOURCES, REQUESTS, name);
            }
        }
        return full;
    }

    private static boolean isOfPods(String resource) {
        return resource.equals("cpu") || resource.equals("memory") || resource.startsWith("hugepages-");
    }

    private static boolean isRequested(JsonObject spec, String name) {
        if (spec.object(RESOURCES, REQUESTS).has(name)) {
            return true;
        }
        for (String list : new String[] {"containers", "initContainers"}) {
            for (Json each : spec.array(list)) {
                if (each instanceof JsonObject container
                        && container.object(RESOURCES, REQUESTS).has(name)) {
                    return true;
                }
            }
        }
        return false;
    }
}
