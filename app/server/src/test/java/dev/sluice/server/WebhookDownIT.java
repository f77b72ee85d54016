package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/// A registered webhook that does not answer holds up nothing.
@RealKubernetes(nodes = 1, without = Component.SCHEDULER)
class WebhookDownIT {
    @Test
    void objectsAreCreatedAsTheyAreWhileNothingListens(ControlPlane controlPlane) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        everythingIsCreated(controlPlane, port, "refusing");
    }

    @Test
    void objectsAreCreatedAsTheyAreWhileNothingAnswers(ControlPlane controlPlane) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            everythingIsCreated(controlPlane, silent.getLocalPort(), "silent");
        }
    }

    private static void everythingIsCreated(ControlPlane controlPlane, int port, String name) {
        try (RealServer server = new RealServer(controlPlane)) {
            String lab = "lab-" + name;
            String other = "other-" + name;
            server.namespace(lab, "sluice.dev/managed=true");
            server.namespace(other);
            long before = failures(server);
            InstalledIntake intake = new InstalledIntake(server, lab, other);
            try (Installation _ = intake.webhookAt("https://127.0.0.1:" + port + WebhookServer.PATH)) {
                server.await("the webhook is called", () -> {
                    mustBeAsAsked(server.dryRun(RealServer.ALICE, lab, IntakeRow.pod("", "")));
                    return failures(server) > before;
                });
                long called = failures(server);

                mustBeAsAsked(server.create(RealServer.ALICE, lab, IntakeRow.job("", "", "")));
                mustBeAsAsked(server.create(RealServer.ALICE, lab, IntakeRow.pod("", "")));
                assertThat(failures(server)).isGreaterThanOrEqualTo(called + 2);

                // Pods of the Job above are none of the webhook's either.
                long then = failures(server);
                mustBeAsAsked(server.create(RealServer.ALICE, other, IntakeRow.job("", "", "")));
                mustBeAsAsked(server.create(RealServer.ALICE, other, IntakeRow.pod("", "")));
                assertThat(failures(server)).isEqualTo(then);
            }
        }
    }

    private static void mustBeAsAsked(Answer answer) {
        assertThat(answer.isCreated()).as(answer.message()).isTrue();
        JsonObject object = answer.body();
        JsonObject spec =
                object.text("kind").equals("Pod") ? object.object("spec") : object.object("spec", "template", "spec");
        assertThat(object.object("metadata").has("annotations")).isFalse();
        assertThat(object.object("metadata", "labels").has("sluice.dev/queue")).isFalse();
        assertThat(object.isTrue("spec", "suspend")).isFalse();
        assertThat(spec.text("schedulerName")).isEqualTo("default-scheduler");
        assertThat(spec.has("schedulingGates")).isFalse();
    }

    /// Returns how often the API server has gone on without an answer of the webhook.
    private static long failures(RealServer server) {
        return server.kubectl()
                .run("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_admission_webhook_fail_open_count{")
                        && line.contains("intake.sluice.dev\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
