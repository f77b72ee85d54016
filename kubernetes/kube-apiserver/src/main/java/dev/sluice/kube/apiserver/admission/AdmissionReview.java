package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.apiserver.access.RequestUser;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin.Operation;
import dev.sluice.kube.apiserver.verb.AdmissionPlugin.Write;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.schema.ServedType;
import org.jspecify.annotations.Nullable;

/// Creates `AdmissionReview` requests.
final class AdmissionReview {
    private AdmissionReview() {}

    /// Returns the request without its uid.
    ///
    /// @param as the version in which the webhook gets the resource
    static JsonObject request(Write write, ResourceType as, ResourceRegistry registry) {
        JsonObject.Builder request = JsonObject.builder()
                .put("kind", kind(as, write.subresource(), registry))
                .put("resource", resource(as));
        if (!write.subresource().isEmpty()) {
            request.put("subResource", write.subresource());
        }
        request.put("requestKind", kind(write.type(), write.subresource(), registry))
                .put("requestResource", resource(write.type()));
        if (!write.subresource().isEmpty()) {
            request.put("requestSubResource", write.subresource());
        }
        request.put("name", write.key().name());
        if (!write.key().namespace().isEmpty()) {
            request.put("namespace", write.key().namespace());
        }
        boolean isDeletion = write.operation() == Operation.DELETE;
        return request.put("operation", write.operation().name())
                .put("userInfo", RequestUser.current().toJson())
                .put("object", isDeletion ? JsonNull.NULL : told(write.object(), write, as))
                .put("oldObject", told(write.old(), write, as))
                .put("dryRun", write.isDryRun())
                .put("options", options(write))
                .build();
    }

    private static Json told(@Nullable JsonObject object, Write write, ResourceType as) {
        if (object == null) {
            return JsonNull.NULL;
        }
        boolean isSelf = object.text("kind").equals(write.type().kind());
        return isSelf ? object.with("apiVersion", as.apiVersion()) : object;
    }

    private static JsonObject kind(ResourceType type, String subresource, ResourceRegistry registry) {
        ServedType served = registry.type(type.group(), type.version(), type.plural());
        ServedType.Subresource sub =
                served == null ? null : served.subresource(subresource).orElse(null);
        String apiVersion = sub == null ? type.apiVersion() : sub.apiVersion();
        int slash = apiVersion.indexOf('/');
        return JsonObject.builder()
                .put("group", slash < 0 ? "" : apiVersion.substring(0, slash))
                .put("version", apiVersion.substring(slash + 1))
                .put("kind", sub == null ? type.kind() : sub.kind())
                .build();
    }

    private static JsonObject resource(ResourceType type) {
        return JsonObject.builder()
                .put("group", type.group())
                .put("version", type.version())
                .put("resource", type.plural())
                .build();
    }

    private static JsonObject options(Write write) {
        String kind = switch (write.operation()) {
            case CREATE -> "CreateOptions";
            case UPDATE -> "UpdateOptions";
            case DELETE -> "DeleteOptions";
        };
        return JsonObject.builder()
                .put("kind", kind)
                .put("apiVersion", "meta.k8s.io/v1")
                .build();
    }
}
