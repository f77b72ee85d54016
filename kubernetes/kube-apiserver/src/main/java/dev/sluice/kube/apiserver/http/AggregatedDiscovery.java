package dev.sluice.kube.apiserver.http;

import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.subresource.ServedResources;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.schema.ApiGroup;
import dev.sluice.kube.schema.ServedType;
import java.util.ArrayList;
import java.util.List;

/// Aggregated discovery: all groups and resources in one document.
final class AggregatedDiscovery {
    static final String KIND = "APIGroupDiscoveryList";
    static final String VERSION = "apidiscovery.k8s.io/v2";
    static final String MEDIA_TYPE = "application/json;g=apidiscovery.k8s.io;v=v2;as=" + KIND;

    private final ResourceRegistry registry;

    AggregatedDiscovery(ResourceRegistry registry) {
        this.registry = registry;
    }

    /// @param isCore of the core group, or of all others
    JsonObject groups(boolean isCore) {
        List<Json> groups = new ArrayList<>();
        for (ApiGroup group : registry.groups()) {
            if (group.name().isEmpty() == isCore) {
                List<Json> versions = versions(group);
                if (!versions.isEmpty()) {
                    groups.add(JsonObject.builder()
                            .put("metadata", isCore ? JsonObject.EMPTY : JsonObject.of("name", Json.of(group.name())))
                            .put("versions", JsonArray.of(versions))
                            .build());
                }
            }
        }
        return JsonObject.builder()
                .put("kind", KIND)
                .put("apiVersion", VERSION)
                .put("metadata", JsonObject.EMPTY)
                .put("items", JsonArray.of(groups))
                .build();
    }

    private List<Json> versions(ApiGroup group) {
        List<Json> versions = new ArrayList<>();
        for (String version : group.versions()) {
            List<Json> resources = new ArrayList<>();
            for (ServedType served : registry.types()) {
                boolean isHere = served.type().group().equals(group.name())
                        && served.type().version().equals(version);
                if (isHere && ServedResources.isServed(served)) {
                    resources.add(resource(served));
                }
            }
            if (!resources.isEmpty()) {
                versions.add(JsonObject.builder()
                        .put("version", version)
                        .put("resources", JsonArray.of(resources))
                        .put("freshness", "Current")
                        .build());
            }
        }
        return versions;
    }

    private static JsonObject resource(ServedType served) {
        JsonObject.Builder resource = JsonObject.builder()
                .put("resource", served.type().plural())
                .put("responseKind", kind("", served.type().kind()))
                .put("scope", served.type().namespaced() ? "Namespaced" : "Cluster")
                .put("singularResource", served.singular())
                .put("verbs", Discovery.texts(served.verbs()));
        if (!served.shortNames().isEmpty()) {
            resource.put("shortNames", Discovery.texts(served.shortNames()));
        }
        if (!served.categories().isEmpty()) {
            resource.put("categories", Discovery.texts(served.categories()));
        }
        List<Json> subresources = new ArrayList<>();
        for (ServedType.Subresource sub : served.subresources()) {
            if (ServedResources.isServed(sub)) {
                boolean isOwn = sub.apiVersion().equals(served.type().apiVersion());
                subresources.add(JsonObject.builder()
                        .put("subresource", sub.name())
                        .put("responseKind", kind(isOwn ? "" : sub.apiVersion(), sub.kind()))
                        .put("verbs", Discovery.texts(sub.verbs()))
                        .build());
            }
        }
        if (!subresources.isEmpty()) {
            resource.put("subresources", JsonArray.of(subresources));
        }
        return resource.build();
    }

    /// Group and version are said only where they are not the resource's own.
    private static JsonObject kind(String apiVersion, String kind) {
        int slash = apiVersion.indexOf('/');
        return JsonObject.builder()
                .put("group", slash < 0 ? "" : apiVersion.substring(0, slash))
                .put("version", apiVersion.substring(slash + 1))
                .put("kind", kind)
                .build();
    }
}
