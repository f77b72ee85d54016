package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntakeCheckTest {
    private static final String ADMIN = "kubernetes-admin";

    private final VirtualClock clock = new VirtualClock(0);
    private final Kube server = new InProcessServer(clock, new Seeds(1), 100).kube();
    private final TimerQueue timers = new TimerQueue();
    private final List<String> warnings = new ArrayList<>();
    private final List<JsonObject> policies = new ArrayList<>();
    private String user = RealServer.SLUICE;
    private boolean mayLook = true;
    private int outages;

    private final IntakeCheck check = new IntakeCheck(new Policies(), timers, warnings::add);

    /// The embedded server has no policies.
    private final class Policies extends ForwardingKube {
        Policies() {
            super(server);
        }

        @Override
        public JsonObject get(ResourceType type, ObjectKey key, String subresource) {
            if (outages-- > 0) {
                throw new UncheckedIOException(new IOException("connection refused"));
            }
            if (!mayLook) {
                throw ApiStatus.forbidden(type, key.name(), "not yours");
            }
            if (type.equals(KubeTypes.MUTATING_WEBHOOKS)) {
                return super.get(type, key, subresource);
            }
            return policies.stream()
                    .filter(policy -> policy.text("kind").equals(type.kind())
                            && policy.text("metadata", "name").equals(key.name()))
                    .findFirst()
                    .orElseThrow(() -> ApiStatus.notFound(type, key.name()));
        }

        @Override
        public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
            if (!type.kind().equals("SelfSubjectReview")) {
                throw new ApiException(new ApiStatus(405, "MethodNotAllowed", "only reviews", null));
            }
            return JsonObject.of("status", JsonObject.of("userInfo", JsonObject.EMPTY.with("username", user)));
        }
    }

    private void webhook() {
        server.create(
                KubeTypes.MUTATING_WEBHOOKS,
                "",
                Manifests.read("intake-webhook.yaml").getFirst(),
                WriteOptions.PLAIN);
    }

    private void run() {
        for (int i = 0; i < 10; i++) {
            assertThat(check.work(clock.nowNanos())).isBetween(0, 1);
            clock.advanceTo(clock.nowNanos() + IntakeCheck.WAIT_NANOS);
            timers.expire(clock.nowNanos(), Integer.MAX_VALUE);
        }
    }

    @Test
    void aClusterWithoutIntakeIsToldOnce() {
        run();

        assertThat(warnings).containsExactly(IntakeCheck.NO_INTAKE);
    }

    @Test
    void theWebhookOrThePolicyIsEnough() {
        webhook();
        run();
        IntakeCheckTest other = new IntakeCheckTest();
        other.policies.addAll(Manifests.read("intake-policy.yaml"));
        other.run();

        assertThat(warnings).isEmpty();
        assertThat(other.warnings).isEmpty();
    }

    @Test
    void checksThatNameAnotherUserAreTold() {
        webhook();
        policies.addAll(Manifests.read("intake-checks.yaml"));
        run();
        assertThat(warnings).as("the user of the manifests").isEmpty();

        IntakeCheckTest admin = new IntakeCheckTest();
        admin.webhook();
        admin.policies.addAll(policies);
        admin.user = ADMIN;
        admin.run();
        assertThat(admin.warnings)
                .containsExactly(IntakeCheck.denies(
                        List.of(
                                "users.checks.sluice.dev",
                                "held-jobs.checks.sluice.dev",
                                "held-pods.checks.sluice.dev"),
                        ADMIN));
    }

    @Test
    void itIsSilentIfItMayNotLook() {
        mayLook = false;
        run();

        assertThat(warnings).isEmpty();
    }

    @Test
    void itLooksAgainAfterAnOutage() {
        outages = 2;
        run();

        assertThat(warnings).containsExactly(IntakeCheck.NO_INTAKE);
    }
}
