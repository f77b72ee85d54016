package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;

/// kube-apiserver's errors for patches that cannot be applied.
final class PatchErrors {
    private PatchErrors() {}

    /// The patch does not apply. Like kube-apiserver, the message does not say why.
    static ApiException rejected() {
        return new ApiStatus(
                        422,
                        "Invalid",
                        "the server rejected our request due to an error in our request",
                        JsonObject.EMPTY)
                .exception();
    }

    static ApiException tooLarge(String why) {
        return new ApiStatus(413, "RequestEntityTooLarge", "Request entity too large: " + why, JsonObject.EMPTY)
                .exception();
    }

    /// Errors that kube-apiserver reports as internal, without a reason.
    static ApiException internal(String message) {
        return ApiStatus.internal(message);
    }

    static ApiException cannotUnmarshal(String context, Json value, String into) {
        return ApiStatus.badRequest(context + "json: cannot unmarshal " + value.kindName() + " into Go " + into);
    }
}
