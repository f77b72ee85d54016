package dev.sluice.controller;

import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.patch.JsonPatch;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.Base64;

/// Intake on the server of virtual time, which calls no webhooks: each user's calls go through it. It has the selector
/// by label of the manifests in `deploy/`, not the one by namespace.
final class VirtualIntake {
    private final Admission admission = new Admission(IntakeOptions.DEFAULT);
    private boolean isDown;

    void setDown(boolean down) {
        isDown = down;
    }

    /// Returns the server as a user reaches it.
    Kube of(String user, Kube server) {
        return new Admitting(user, server);
    }

    private final class Admitting extends ForwardingKube {
        private final String user;

        Admitting(String user, Kube server) {
            super(server);
            this.user = user;
        }

        @Override
        public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
            boolean isAdmitted = isDown || !object.object("metadata", "labels").has("sluice.dev/queue");
            return super.create(type, namespace, isAdmitted ? object : admit(type, namespace, object), options);
        }

        private JsonObject admit(ResourceType type, String namespace, JsonObject object) {
            JsonObject request = JsonObject.EMPTY
                    .with("operation", "CREATE")
                    .with("namespace", namespace)
                    .with("kind", JsonObject.EMPTY.with("kind", type.kind()))
                    .with("userInfo", JsonObject.EMPTY.with("username", user))
                    .with("object", object);
            JsonObject response =
                    admission.review(JsonObject.of("request", request)).object("response");
            if (!response.isTrue("allowed")) {
                throw new ApiException(ApiStatus.of(response.object("status")));
            }
            byte[] patch = Base64.getDecoder().decode(response.text("patch"));
            return patch.length == 0 ? object : (JsonObject) JsonPatch.apply(object, JsonText.read(patch));
        }
    }
}
