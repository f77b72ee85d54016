package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;

/// The attributes by which a request is authorized: verb and resource, or verb and non-resource path.
///
/// @param verb such as `list`
/// @param namespace empty for all, or for cluster-scoped resources
/// @param resource in the plural; empty for a path
/// @param name empty for a collection
/// @param path empty for a resource
public record RequestAttributes(
        String verb,
        String namespace,
        String group,
        String version,
        String resource,
        String subresource,
        String name,
        String path) {

    public static RequestAttributes onPath(String verb, String path) {
        return new RequestAttributes(verb, "", "", "", "", "", "", path);
    }

    boolean isOnResource() {
        return path.isEmpty();
    }

    /// Returns the resource with its sub-resource, as in rules: `pods/status`.
    String fullResource() {
        return subresource.isEmpty() ? resource : resource + "/" + subresource;
    }

    /// Returns the Forbidden error.
    ///
    /// @param reason may be empty
    public ApiException refused(User user, String reason) {
        String more = reason.isEmpty() ? "" : ": " + reason;
        if (!isOnResource()) {
            String message = "forbidden: User \"%s\" cannot %s path \"%s\"%s".formatted(user.name(), verb, path, more);
            return new ApiStatus(403, "Forbidden", message, JsonObject.EMPTY).exception();
        }
        String groupResource = group.isEmpty() ? resource : resource + "." + group;
        String message = "%s%s is forbidden: User \"%s\" cannot %s resource \"%s\" in API group \"%s\" %s%s"
                .formatted(
                        groupResource,
                        name.isEmpty() ? "" : " \"" + name + "\"",
                        user.name(),
                        verb,
                        fullResource(),
                        group,
                        namespace.isEmpty() ? "at the cluster scope" : "in the namespace \"" + namespace + "\"",
                        more);
        JsonObject.Builder details = JsonObject.builder();
        if (!name.isEmpty()) {
            details.put("name", name);
        }
        if (!group.isEmpty()) {
            details.put("group", group);
        }
        return new ApiStatus(
                        403, "Forbidden", message, details.put("kind", resource).build())
                .exception();
    }
}
