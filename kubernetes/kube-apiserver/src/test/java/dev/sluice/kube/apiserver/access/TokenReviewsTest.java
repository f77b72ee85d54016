package dev.sluice.kube.apiserver.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.VirtualClock;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the contract with the real server does not show: `contract/others.txt` has the rest.
class TokenReviewsTest {
    private static final ResourceType ACCOUNTS = new ResourceType("", "v1", "serviceaccounts", "ServiceAccount", true);
    private static final ResourceType REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", false);
    private static final ObjectKey ROBOT = new ObjectKey("default", "robot");

    private final VirtualClock clock = new VirtualClock(0);
    private final EmbeddedApiServer server = EmbeddedApiServer.start(
            clock, new Seeds(1), ServerOptions.plain(0).withToken("s3cret", User.of("admin", List.of("ops"))));

    @AfterEach
    void stop() {
        server.close();
    }

    private String token() {
        JsonObject account = JsonObject.of("metadata", JsonObject.of("name", Json.of(ROBOT.name())));
        server.kube().create(ACCOUNTS, ROBOT.namespace(), account, WriteOptions.PLAIN);
        return server.kube()
                .act(ACCOUNTS, ROBOT, "token", JsonObject.EMPTY, WriteOptions.PLAIN)
                .text("status", "token");
    }

    private JsonObject status(String token, String audiences) {
        JsonObject review = JsonObject.of(
                "spec", JsonObject.EMPTY.with("token", token).with("audiences", JsonText.read(audiences)));
        return server.kube().create(REVIEWS, "", review, WriteOptions.PLAIN).object("status");
    }

    @Test
    void aTokenThatNeverExpiresHasItsUser() {
        JsonObject status = status("s3cret", "[]");

        assertThat(status.isTrue("authenticated")).isTrue();
        assertThat(status.text("user", "username")).isEqualTo("admin");
        assertThat(status.array("user", "groups").toString()).isEqualTo("[\"ops\",\"system:authenticated\"]");
    }

    @Test
    void aTokenThatNeverExpiresIsMeantForThisServerOnly() {
        JsonObject status = status("s3cret", "[\"x\"]");

        assertThat(status.isTrue("authenticated")).isFalse();
        assertThat(status.text("error")).isEqualTo("invalid bearer token");
    }

    @Test
    void anExpiredTokenIsRefused() {
        String token = token();
        clock.advanceBy(3600 * Clock.NANOS_PER_SECOND);

        assertThat(status(token, "[]").text("error"))
                .isEqualTo("[invalid bearer token, service account token has expired]");
    }

    @Test
    void aTokenIsRefusedOnceItsAccountIsGone() {
        String token = token();
        assertThat(status(token, "[]").isTrue("authenticated")).isTrue();

        server.kube().delete(ACCOUNTS, ROBOT, DeleteOptions.PLAIN);

        assertThat(status(token, "[]").text("error"))
                .isEqualTo("[invalid bearer token, service account token has been invalidated]");
    }
}
