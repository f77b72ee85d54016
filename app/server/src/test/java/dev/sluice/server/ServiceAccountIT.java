package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.client.ServerAddress;
import dev.sluice.server.config.SchedulerSettings;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The scheduler with the rights of `deploy/rbac.yaml` and no others. A request that the API server denies fails the
/// test.
@RealKubernetes
class ServiceAccountIT {
    private static final String LAB = "rights";
    private static final ResourceType TOKEN_REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", false);

    @TempDir
    Path folder;

    @Test
    void aJobRunsToItsEndWithTheRightsOfTheManifests(ControlPlane controlPlane) throws IOException {
        try (RealServer server = new RealServer(controlPlane)) {
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
                    KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig(sluice, token), ""))) {
                long denied = denials(server);

                runJob(server, client);
                authenticate(client, token);
                writeTrust(intake, client);
                new ServerAddress("https://sluice.sluice.svc:9443", "").publish(client);

                assertThat(denials(server)).isEqualTo(denied);
            }
        }
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

    private static void runJob(RealServer server, KubeClient client) {
        ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
        LiveScheduler.Options live = new LiveScheduler.Options(
                ClusterFollower.Options.DEFAULT,
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                "low",
                new JobTranslation(Map.of()));
        try (SchedulerProcess process = SchedulerProcess.start(
                client,
                new SchedulerSettings(live, Clock.NANOS_PER_SECOND, false),
                new SchedulerProcess.Tenure(new InMemoryQueueStore(), 1, _ -> true),
                new SchedulerProcess.Surroundings(new SystemClock(), new Seeds(1), (_, fault) -> faults.add(fault)),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE))) {
            server.create(
                    RealServer.ALICE,
                    LAB,
                    IntakeRow.job("'annotations':{'sluice.dev/walltime':'10m'}", "'completions':4", ""));
            server.create(RealServer.ALICE, LAB, IntakeRow.pod("", "'restartPolicy':'Never'"));
            Kubectl kubectl = server.kubectl().inNamespace(LAB);
            kubectl.run("wait", "--for=condition=complete", "job/train", "--timeout=120s");
            kubectl.run("wait", "--for=jsonpath={.status.phase}=Running", "pod/single", "--timeout=120s");

            assertThat(server.list("Pod", LAB, "job-name=train")).hasSize(4).allSatisfy(pod -> {
                assertThat(pod.text("spec", "schedulerName")).isEqualTo("sluice");
                assertThat(pod.text("spec", "nodeName")).isNotEmpty();
            });
            assertThat(process.queue().join().atNanos()).isPositive();
            assertThat(faults).isEmpty();
        }
    }

    private static void authenticate(KubeClient client, String token) {
        JsonObject review = JsonObject.of("spec", JsonObject.EMPTY.with("token", token));

        assertThat(client.create(TOKEN_REVIEWS, "", review, WriteOptions.PLAIN).text("status", "user", "username"))
                .isEqualTo(RealServer.SLUICE);
    }

    private static void writeTrust(InstalledIntake intake, KubeClient client) {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        SystemClock clock = new SystemClock();
        try (Installation _ = intake.webhookAt("https://127.0.0.1:1" + WebhookServer.PATH)) {
            OwnCertificates certificates = new OwnCertificates(
                    client,
                    new ServingKeys(),
                    List.of("sluice.sluice.svc"),
                    List.of(loopback),
                    () -> true,
                    clock,
                    new TimerQueue());
            int done = certificates.work(clock.nowNanos());

            assertThat(done).isEqualTo(1);
            assertThat(certificates.isTrusted()).isTrue();
        }
    }

    /// Returns how many requests the API server has denied so far.
    private static long denials(RealServer server) {
        return server.kubectl()
                .run("get", "--raw", "/metrics")
                .lines()
                .filter(line -> line.startsWith("apiserver_request_total{code=\"403\""))
                .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
