package dev.sluice.controller.workload;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The requests that a namespace's LimitRanges give to containers without any. The API server adds them to pods when
/// they are created, so a Job's template does not have them.
final class LimitRanges {
    private static final String RESOURCES = "resources";

    /// The fields of a limit that say what a container requests, in the order in which the API server takes the next
    /// one for the resources that those before it lack.
    private static final String[] DEFAULTS = {"defaultRequest", "default", "max", "min"};

    /// The LimitRanges by namespace and name.
    private final Map<String, SortedMap<String, JsonObject>> byNamespace = new HashMap<>();

    private boolean isListed;

    void changed(JsonObject limitRange, boolean isGone) {
        String namespace = KubeObjects.namespace(limitRange);
        SortedMap<String, JsonObject> there = byNamespace.computeIfAbsent(namespace, _ -> new TreeMap<>());
        if (isGone) {
            there.remove(KubeObjects.name(limitRange));
        } else {
            there.put(KubeObjects.name(limitRange), limitRange);
        }
        if (there.isEmpty()) {
            byNamespace.remove(namespace);
        }
    }

    /// All that existed at the start are known.
    void listed() {
        isListed = true;
    }

    boolean isListed() {
        return isListed;
    }

    /// Returns a Job whose template has the requests that its pods will get.
    JsonObject applied(JsonObject job) {
        SortedMap<String, Json> defaults = defaults(KubeObjects.namespace(job));
        if (defaults.isEmpty()) {
            return job;
        }
        JsonObject spec = job.object("spec", "template", "spec");
        for (String list : new String[] {"containers", "initContainers"}) {
            if (spec.has(list)) {
                spec = spec.with(list, spec.array(list).map(each -> container(each, defaults)));
            }
        }
        return job.withAt(spec, "spec", "template", "spec");
    }

    private static Json container(Json json, SortedMap<String, Json> defaults) {
        if (!(json instanceof JsonObject container)) {
            return json;
        }
        JsonObject full = container;
        for (Map.Entry<String, Json> each : defaults.entrySet()) {
            boolean isSaid = container.object(RESOURCES, "requests").has(each.getKey())
                    || container.object(RESOURCES, "limits").has(each.getKey());
            if (!isSaid) {
                full = full.withAt(each.getValue(), RESOURCES, "requests", each.getKey());
            }
        }
        return full;
    }

    /// Limits of type Pod have no defaults.
    private SortedMap<String, Json> defaults(String namespace) {
        SortedMap<String, Json> defaults = new TreeMap<>();
        SortedMap<String, JsonObject> there = byNamespace.get(namespace);
        if (there != null) {
            for (JsonObject limitRange : there.values()) {
                for (Json each : limitRange.array("spec", "limits")) {
                    if (each instanceof JsonObject limit && limit.text("type").equals("Container")) {
                        defaults.putAll(ofContainers(limit));
                    }
                }
            }
        }
        return defaults;
    }

    private static SortedMap<String, Json> ofContainers(JsonObject limit) {
        SortedMap<String, Json> requests = new TreeMap<>();
        for (String field : DEFAULTS) {
            JsonObject amounts = limit.object(field);
            for (String name : amounts.names()) {
                Json amount = amounts.get(name);
                if (amount != null) {
                    requests.putIfAbsent(name, amount);
                }
            }
        }
        return requests;
    }
}
