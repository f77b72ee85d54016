package dev.sluice.server;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// The CAs that API servers trust when they call the webhook: `caBundle` of its configuration.
final class WebhookTrust {
    /// As in `deploy/intake-webhook.yaml`.
    static final String CONFIGURATION = "intake.sluice.dev";

    private static final ObjectKey KEY = new ObjectKey("", CONFIGURATION);
    private static final WriteOptions OPTIONS = new WriteOptions(false, "sluice", WriteOptions.Validation.IGNORE);

    private final Kube kube;

    WebhookTrust(Kube kube) {
        this.kube = kube;
    }

    /// Writes the bundle where it is not yet.
    ///
    /// @return false if there is no configuration: intake is done by policies, or not at all
    boolean write(String bundlePem) {
        Json bundle = Json.of(Base64.getEncoder().encodeToString(bundlePem.getBytes(StandardCharsets.US_ASCII)));
        JsonObject configuration;
        try {
            configuration = kube.get(KubeTypes.MUTATING_WEBHOOKS, KEY);
        } catch (ApiException e) {
            if (e.reason().equals("NotFound")) {
                return false;
            }
            throw e;
        }
        List<Json> changes = new ArrayList<>();
        for (Json each : configuration.array("webhooks")) {
            if (each instanceof JsonObject hook && !bundle.equals(hook.at("clientConfig", "caBundle"))) {
                changes.add(JsonObject.EMPTY
                        .with("name", hook.text("name"))
                        .with("clientConfig", JsonObject.of("caBundle", bundle)));
            }
        }
        if (!changes.isEmpty()) {
            // A strategic patch finds the webhooks by their names.
            Patch patch = Patch.strategic(JsonObject.of("webhooks", JsonArray.of(changes)));
            kube.patch(KubeTypes.MUTATING_WEBHOOKS, KEY, "", patch, OPTIONS);
        }
        return true;
    }
}
