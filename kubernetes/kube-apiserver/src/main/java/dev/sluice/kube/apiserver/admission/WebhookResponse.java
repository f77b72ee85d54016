package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/// The response of an admission webhook, or its failure.
///
/// @param response of its review; empty if it failed
/// @param failure empty if it answered
record WebhookResponse(JsonObject response, String failure) {
    private static final int LOWEST_ERROR = 400;

    boolean isFailed() {
        return !failure.isEmpty();
    }

    boolean isAllowed() {
        return response.isTrue("allowed");
    }

    List<String> warnings() {
        return Webhook.texts(response.array("warnings"));
    }

    /// Returns the JSON patch; empty if there is none.
    Json patch() {
        String patch = response.text("patch");
        return patch.isEmpty()
                ? JsonArray.EMPTY
                : JsonText.read(new String(Base64.getDecoder().decode(patch), StandardCharsets.UTF_8));
    }

    ApiException denied(String hook) {
        JsonObject status = response.object("status");
        String by = "admission webhook " + GoQuoting.of(hook) + " denied the request";
        String message = status.text("message");
        String reason = status.text("reason");
        String told = message.isEmpty() ? reason : message;
        int code = (int) Math.max(LOWEST_ERROR, status.number(0, "code"));
        return new ApiStatus(
                        code,
                        reason,
                        told.isEmpty() ? by + " without explanation" : by + ": " + told,
                        status.has("details") ? status.object("details") : null)
                .exception();
    }

    ApiException failed(String hook) {
        String message = "failed calling webhook " + GoQuoting.of(hook) + ": " + failure;
        JsonObject cause = JsonObject.of("message", Json.of(message));
        return new ApiStatus(
                        500,
                        "InternalError",
                        "Internal error occurred: " + message,
                        JsonObject.of("causes", JsonArray.of(cause)))
                .exception();
    }
}
