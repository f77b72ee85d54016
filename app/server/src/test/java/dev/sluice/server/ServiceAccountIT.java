package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.client.QueueClient;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// All of `sluice serve` with the rights of `deploy/rbac.yaml` and no others, on a PostgreSQL of its own. A request
/// that the API server denies fails the test.
@RealKubernetes
class ServiceAccountIT {
    private static final String LAB = "rights";

    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();

    @Test
    void workRunsToItsEndWithTheRightsOfTheManifests(ControlPlane controlPlane) throws IOException {
        try (RealServer server = new RealServer(controlPlane);
                EmbeddedPostgres postgres = EmbeddedPostgres.throwaway()) {
            Kubectl sluice = server.kubectl().inNamespace("sluice");
            for (String manifest : List.of("namespace.yaml", "rbac.yaml", "flow-control.yaml")) {
                sluice.run(
                        "apply",
                        "--filename",
                        Manifests.FOLDER.resolve(manifest).toString());
            }
            server.namespace(LAB, "sluice.dev/managed=true");
            server.namespace("no-" + LAB);
            InstalledIntake intake = new InstalledIntake(server, LAB, "no-" + LAB);
            String token = sluice.run("create", "token", "sluice").strip();
            try (Installation _ = intake.checks();
                    Installation _ = intake.policies("Fail");
                    Installation _ = intake.webhookAt("https://127.0.0.1:1" + WebhookServer.PATH);
                    KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig(sluice, token), ""))) {
                Denials kube = new Denials(client);
                try (LiveServer live = start(kube, postgres)) {
                    runWork(server, kube);
                    askForTheQueue(live, token);
                    await(
                            server,
                            kube,
                            "the address is published",
                            () -> sluice.run("get", "configmap", "sluice-api", "--output=jsonpath={.data.url}")
                                    .startsWith("https://"));
                    await(server, kube, "API servers trust the webhook", live::isTrusted);
                    await(server, kube, "an audit", () -> live.lastAudit().isPresent());
                }
                assertThat(kube.messages()).as("denied requests").isEmpty();
                assertThat(faults).isEmpty();
            }
        }
    }

    private LiveServer start(Denials kube, EmbeddedPostgres postgres) {
        Map<String, String> settings = Map.of(
                "http.address", "127.0.0.1",
                "http.port", "0",
                "secure.address", "127.0.0.1",
                "secure.port", "0",
                "secure.url", "https://sluice.sluice.svc:9443",
                "audit.every", "1s");
        return LiveServer.start(
                kube,
                ServerConfig.of(Configuration.of(null, "", Map.of(), settings)),
                new LiveServer.Identity("rights", postgres.database(), true, _ -> {}),
                new SchedulerProcess.Surroundings(new SystemClock(), new Seeds(1), (_, fault) -> faults.add(fault)));
    }

    /// Waits for what the rights allow; a denied request ends the wait.
    private static void await(RealServer server, Denials kube, String what, BooleanSupplier condition) {
        server.await(what, () -> !kube.messages().isEmpty() || condition.getAsBoolean());
        assertThat(kube.messages()).as("denied requests").isEmpty();
    }

    /// Writes a kubeconfig of the service account.
    private Path kubeconfig(Kubectl admin, String token) throws IOException {
        Path file = Files.copy(admin.kubeconfig(), folder.resolve("kubeconfig"));
        Kubectl kubectl = new Kubectl(admin.program(), file, "sluice");
        kubectl.run("config", "set-credentials", "sluice", "--token=" + token);
        kubectl.run("config", "set-context", "--current", "--user=sluice");
        assertThat(kubectl.run("auth", "whoami")).contains(RealServer.SLUICE);
        return file;
    }

    private static void runWork(RealServer server, Denials kube) {
        server.create(
                RealServer.ALICE,
                LAB,
                IntakeRow.job("'annotations':{'sluice.dev/walltime':'10m'}", "'completions':4", ""));
        server.create(RealServer.ALICE, LAB, IntakeRow.pod("", "'restartPolicy':'Never'"));
        Kubectl kubectl = server.kubectl().inNamespace(LAB);
        String isComplete = "jsonpath={.status.succeeded}";
        String phase = "jsonpath={.status.phase}";
        await(
                server,
                kube,
                "the Job completes",
                () -> kubectl.run("get", "job", "train", "--output=" + isComplete)
                        .equals("4"));
        await(
                server,
                kube,
                "the pod runs",
                () -> kubectl.run("get", "pod", "single", "--output=" + phase).equals("Running"));
        await(
                server,
                kube,
                "Events are written",
                () -> kubectl.run("get", "events")
                        .lines()
                        .anyMatch(line -> line.contains("Released") && line.contains("pod/single")));

        assertThat(server.list("Pod", LAB, "job-name=train")).hasSize(4).allSatisfy(pod -> {
            assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
            assertThat(pod.text("spec", "nodeName")).isNotEmpty();
        });
    }

    /// The server asks the API server whose token it is.
    private static void askForTheQueue(LiveServer live, String token) {
        ServerAddress address = new ServerAddress("https://127.0.0.1:" + live.securePort(), live.authorityPem());
        try (QueueClient queue = new QueueClient(address, token)) {
            assertThat(queue.jobs(LAB, "single").array("jobs").toList()).hasSize(1);
        }
    }
}
