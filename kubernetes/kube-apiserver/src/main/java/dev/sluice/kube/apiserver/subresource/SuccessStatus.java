package dev.sluice.kube.apiserver.subresource;

import dev.sluice.kube.json.JsonObject;

/// Kubernetes' `Status` object of a success.
final class SuccessStatus {
    private SuccessStatus() {}

    static JsonObject success(int code) {
        return JsonObject.builder()
                .put("kind", "Status")
                .put("apiVersion", "v1")
                .put("metadata", JsonObject.EMPTY)
                .put("status", "Success")
                .put("code", code)
                .build();
    }
}
