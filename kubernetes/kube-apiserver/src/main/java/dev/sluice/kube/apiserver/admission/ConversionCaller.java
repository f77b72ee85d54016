package dev.sluice.kube.apiserver.admission;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import java.util.ArrayList;
import java.util.List;

/// Calls conversion webhooks of custom resources.
public final class ConversionCaller {
    /// Kubernetes' timeout.
    private static final int TIMEOUT_SECONDS = 30;

    private static final List<String> VERSIONS = List.of("v1", "v1beta1");

    private final WebhookCaller caller;

    /// @param caller sends the requests
    public ConversionCaller(WebhookCaller caller) {
        this.caller = caller;
    }

    /// A conversion request.
    ///
    /// @param webhook of the definition's `conversion`
    /// @param to the desired apiVersion
    public record ConversionCall(JsonObject webhook, List<JsonObject> objects, String to) {
        public ConversionCall {
            objects = List.copyOf(objects);
        }
    }

    /// The result of a conversion.
    ///
    /// @param objects in the order of the request
    /// @param failure empty on success
    public record Answer(List<JsonObject> objects, String failure) {
        public Answer {
            objects = List.copyOf(objects);
        }
    }

    public Answer ask(ConversionCall question) {
        String version = Webhook.texts(question.webhook().array("conversionReviewVersions")).stream()
                .filter(VERSIONS::contains)
                .findFirst()
                .orElse("");
        if (version.isEmpty()) {
            return failed("no supported conversion review versions");
        }
        String uid = caller.uid();
        JsonObject review = JsonObject.builder()
                .put("kind", "ConversionReview")
                .put("apiVersion", "apiextensions.k8s.io/" + version)
                .put(
                        "request",
                        JsonObject.builder()
                                .put("uid", uid)
                                .put("desiredAPIVersion", question.to())
                                .put("objects", JsonArray.of(question.objects()))
                                .build())
                .build();
        WebhookCaller.Reply reply = caller.post(question.webhook().object("clientConfig"), TIMEOUT_SECONDS, review);
        return reply.failure().isEmpty() ? read(reply.body(), uid, version) : failed(reply.failure());
    }

    private static Answer read(JsonObject review, String uid, String version) {
        if (!(review.get("response") instanceof JsonObject response)) {
            return failed("no response provided");
        }
        if (version.equals("v1") && !response.text("uid").equals(uid)) {
            return failed("expected response.uid=" + GoQuoting.of(uid) + ", got " + GoQuoting.of(response.text("uid")));
        }
        JsonObject result = response.object("result");
        if (!result.text("status").equals("Success")) {
            return failed(
                    result.text("message").isEmpty()
                            ? "response.result.status was '%s', not 'Success'".formatted(result.text("status"))
                            : result.text("message"));
        }
        List<JsonObject> converted = new ArrayList<>();
        for (Json each : response.array("convertedObjects")) {
            converted.add(each instanceof JsonObject object ? object : JsonObject.EMPTY);
        }
        return new Answer(converted, "");
    }

    private static Answer failed(String why) {
        return new Answer(List.of(), why);
    }
}
