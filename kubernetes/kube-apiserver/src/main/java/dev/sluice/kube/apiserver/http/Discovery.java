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
import java.util.Optional;

/// API discovery, group by group.
final class Discovery {
    private final ResourceRegistry registry;

    Discovery(ResourceRegistry registry) {
        this.registry = registry;
    }

    /// The answer for a path, if it is one of discovery's.
    Optional<JsonObject> at(String path) {
        String trimmed = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        String[] parts = trimmed.split("/", -1);
        return switch (trimmed) {
            case "/api" -> Optional.of(coreVersions());
            case "/apis" -> Optional.of(groups());
            case "/version" -> Optional.of(version());
            default -> {
                if (parts.length == 3 && parts[1].equals("api")) {
                    yield resources("", parts[2]);
                }
                if (parts.length == 3 && parts[1].equals("apis")) {
                    yield registry.group(parts[2])
                            .filter(group -> !group.name().isEmpty())
                            .map(Discovery::group);
                }
                yield parts.length == 4 && parts[1].equals("apis") ? resources(parts[2], parts[3]) : Optional.empty();
            }
        };
    }

    private static JsonObject coreVersions() {
        return JsonObject.builder()
                .put("kind", "APIVersions")
                .put("versions", JsonArray.of(Json.of("v1")))
                .build();
    }

    private JsonObject groups() {
        List<Json> groups = new ArrayList<>();
        for (ApiGroup group : registry.groups()) {
            boolean isServed = group.versions().stream()
                    .anyMatch(version -> resources(group.name(), version).isPresent());
            if (!group.name().isEmpty() && isServed) {
                groups.add(group(group).without("kind").without("apiVersion"));
            }
        }
        return JsonObject.builder()
                .put("kind", "APIGroupList")
                .put("apiVersion", "v1")
                .put("groups", JsonArray.of(groups))
                .build();
    }

    private static JsonObject group(ApiGroup group) {
        List<Json> versions = new ArrayList<>();
        for (String version : group.versions()) {
            versions.add(groupVersion(group.name(), version));
        }
        return JsonObject.builder()
                .put("kind", "APIGroup")
                .put("apiVersion", "v1")
                .put("name", group.name())
                .put("versions", JsonArray.of(versions))
                .put("preferredVersion", groupVersion(group.name(), group.preferredVersion()))
                .build();
    }

    private static JsonObject groupVersion(String group, String version) {
        return JsonObject.builder()
                .put("groupVersion", group + "/" + version)
                .put("version", version)
                .build();
    }

    private Optional<JsonObject> resources(String group, String version) {
        List<Json> resources = new ArrayList<>();
        for (ServedType served : registry.types()) {
            boolean isHere = served.type().group().equals(group)
                    && served.type().version().equals(version);
            if (isHere && ServedResources.isServed(served)) {
                resources.add(resource(served));
                for (ServedType.Subresource sub : served.subresources()) {
                    if (ServedResources.isServed(sub)) {
                        resources.add(subresource(served, sub));
                    }
                }
            }
        }
        if (resources.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(JsonObject.builder()
                .put("kind", "APIResourceList")
                .put("apiVersion", "v1")
                .put("groupVersion", group.isEmpty() ? version : group + "/" + version)
                .put("resources", JsonArray.of(resources))
                .build());
    }

    private static JsonObject resource(ServedType served) {
        JsonObject.Builder resource = JsonObject.builder()
                .put("name", served.type().plural())
                .put("singularName", served.singular())
                .put("namespaced", served.type().namespaced())
                .put("kind", served.type().kind())
                .put("verbs", texts(served.verbs()));
        if (!served.shortNames().isEmpty()) {
            resource.put("shortNames", texts(served.shortNames()));
        }
        if (!served.categories().isEmpty()) {
            resource.put("categories", texts(served.categories()));
        }
        if (!served.storageHash().isEmpty()) {
            resource.put("storageVersionHash", served.storageHash());
        }
        return resource.build();
    }

    private static JsonObject subresource(ServedType served, ServedType.Subresource sub) {
        JsonObject.Builder resource = JsonObject.builder()
                .put("name", served.type().plural() + "/" + sub.name())
                .put("singularName", "")
                .put("namespaced", served.type().namespaced());
        if (!sub.apiVersion().equals(served.type().apiVersion())) {
            int slash = sub.apiVersion().indexOf('/');
            if (slash > 0) {
                resource.put("group", sub.apiVersion().substring(0, slash));
            }
            resource.put("version", sub.apiVersion().substring(slash + 1));
        }
        return resource.put("kind", sub.kind()).put("verbs", texts(sub.verbs())).build();
    }

    static JsonArray texts(List<String> texts) {
        return JsonArray.of(texts.stream().map(Json::of).toList());
    }

    private JsonObject version() {
        String[] parts = registry.schema().version().split("\\.", -1);
        return JsonObject.builder()
                .put("major", parts[0])
                .put("minor", parts[1])
                .put("gitVersion", "v" + registry.schema().version())
                .put("gitCommit", "")
                .put("gitTreeState", "")
                .put("buildDate", "1970-01-01T00:00:00Z")
                .put("goVersion", "")
                .put("compiler", "")
                .put("platform", "")
                .build();
    }
}
