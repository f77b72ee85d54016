package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.EmbeddedServer;
import dev.sluice.server.SchedulerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// A scheduler on an embedded cluster and database, as its users meet it: over HTTPS and by commands.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LiveCommandsTest {
    private static final long PATIENCE_SECONDS = 60;

    /// Far more often than a second takes.
    private static final int ASKED_MAX = 1_000;
    private static final String NAMESPACE = EmbeddedServer.MANAGED_NAMESPACE;

    private final SystemClock clock = new SystemClock();
    private final EmbeddedCluster cluster = EmbeddedCluster.start(
            new ClusterSettings(
                            ServerOptions.secure(0), true, FleetSettings.of(2, NodeShape.parse("cpu=4,memory=8Gi"), 0))
                    .withScheduler(),
            clock,
            new Seeds(1),
            new FailRunOnFault());
    private final EmbeddedServer server = EmbeddedServer.start(
            cluster.kube(),
            Map.of(),
            new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()),
            _ -> {});

    @TempDir
    static Path folder;

    private Path kubeconfig = Path.of("");

    @BeforeAll
    void start() throws IOException, InterruptedException {
        kubeconfig = folder.resolve("kubeconfig");
        cluster.server().kubeconfig().write(kubeconfig);
        assertThat(cluster.awaitReady(PATIENCE_SECONDS)).isTrue();
        assertThat(server.server().host().awaitScheduling(PATIENCE_SECONDS)).isTrue();
    }

    @AfterAll
    void stop() {
        server.close();
        cluster.close();
    }

    /// Creates a Job as a user does: over HTTPS, so that the API server calls the webhook.
    private void create(String name, int pods, String runFor) {
        String text = """
                {"metadata": {"name": "%s", "annotations": {"sluice.dev/walltime": "1h"}},
                 "spec": {"parallelism": %d, "completions": %d, "template": {
                  "metadata": {"annotations": {"sluice.dev/run-for": "%s"}},
                  "spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "none",
                   "resources": {"requests": {"cpu": "4"}}}]}}}}
                """.formatted(name, pods, pods, runFor);
        try (KubeClient user = KubeClient.connect(Credentials.ofKubeconfig(kubeconfig, ""))) {
            user.create(KubeTypes.JOBS, NAMESPACE, (JsonObject) JsonText.read(text), WriteOptions.PLAIN);
        }
    }

    private void await(String job, Predicate<JsonObject> condition) throws InterruptedException {
        Semaphore changed = new Semaphore(0);
        try (KubeWatch watch =
                cluster.kube().watch(KubeTypes.JOBS, NAMESPACE, WatchOptions.from(""), changed::release)) {
            boolean holds = condition.test(cluster.kube().get(KubeTypes.JOBS, new ObjectKey(NAMESPACE, job)));
            while (!holds) {
                assertThat(changed.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                        .as("Job " + job + " changes in time")
                        .isTrue();
                for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
                    JsonObject object = event.get().object();
                    holds |= object.text("metadata", "name").equals(job) && condition.test(object);
                }
            }
        }
    }

    /// The queue that a server shows may be a second old, so it is asked again.
    private Terminal queueWith(String text) {
        Terminal queue = Terminal.run("queue", "--kubeconfig=" + kubeconfig);
        for (int i = 0; i < ASKED_MAX && !queue.out().contains(text); i++) {
            queue = Terminal.run("queue", "--kubeconfig=" + kubeconfig);
        }
        return queue;
    }

    @Test
    void aJobIsQueuedExplainedAndRunsToItsEnd() throws InterruptedException {
        create("first", 2, "20s");
        await("first", job -> !new Job(job).isSuspended());
        create("second", 2, "1s");
        await("second", job -> job.isTrue("spec", "suspend"));

        Terminal queue = queueWith("lab/first");

        assertThat(queue.err()).isEmpty();
        assertThat(queue.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(queue.out())
                .containsPattern("-\\s+lab/first\\s+\\S+\\s+running\\s+2")
                .contains("node-0 node-1");

        Terminal explained = Terminal.run("explain", "first", "--namespace=" + NAMESPACE, "--kubeconfig=" + kubeconfig);
        assertThat(explained.out()).contains("Job lab/first", "state     running", "nodes     node-0 node-1");
        Matcher id = Pattern.compile("Job lab/first \\((\\S+)\\)").matcher(explained.out());
        assertThat(id.find()).isTrue();
        assertThat(Terminal.run("explain", id.group(1), "--kubeconfig=" + kubeconfig)
                        .out())
                .as("an id, without the namespace")
                .contains("Job lab/first (" + id.group(1));

        await("second", job -> Conditions.isTrue(job, "Complete"));
        assertThat(Terminal.run("explain", "nothing", "--kubeconfig=" + kubeconfig)
                        .exitCode())
                .isEqualTo(ExitCode.FAILED);
    }

    @Test
    void explainTellsWhyAJobCannotRun() throws InterruptedException {
        create("paused", 0, "1s");
        await("paused", job -> job.object("metadata", "annotations").has("sluice.dev/refused"));

        Terminal explained =
                Terminal.run("explain", "paused", "--namespace=" + NAMESPACE, "--kubeconfig=" + kubeconfig);

        assertThat(explained.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(explained.out())
                .contains(
                        "Job lab/paused cannot run as it is",
                        "spec.parallelism (0): the Job waits until it is at least 1");
    }

    @Test
    void withoutAServerTheRemedyIsTold() throws IOException {
        try (EmbeddedCluster other = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.secure(0), true, null), clock, new Seeds(3), new FailRunOnFault())) {
            Path file = folder.resolve("other");
            other.server().kubeconfig().write(file);

            Terminal terminal = Terminal.run("queue", "--kubeconfig=" + file);

            assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(terminal.err()).contains("no server has published its address", "--server");
        }
    }

    @Test
    void whatTheServerAnswersToAnUnknownTokenIsTold() throws IOException {
        Path stranger = folder.resolve("stranger");
        Files.writeString(stranger, """
                {"apiVersion": "v1", "kind": "Config", "current-context": "c",
                 "clusters": [{"name": "c", "cluster": {"server": "https://127.0.0.1:1"}}],
                 "users": [{"name": "u", "user": {"token": "wrong"}}],
                 "contexts": [{"name": "c", "context": {"cluster": "c", "user": "u"}}]}
                """);
        Path authority = folder.resolve("server-ca");
        Files.writeString(authority, server.server().authorityPem());
        String url = "https://127.0.0.1:" + server.server().securePort();

        Terminal terminal =
                Terminal.run("queue", "--kubeconfig=" + stranger, "--server=" + url, "--server-ca=" + authority);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err())
                .contains("the server at " + url + " answers 401: a bearer token that the API server knows is needed")
                .doesNotContain("does not answer");
    }

    @Test
    void releaseAllNeedsAConfirmation() {
        Terminal terminal = Terminal.run("release-all", "--kubeconfig=" + kubeconfig);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--yes");
    }

    @Test
    void aServerWithoutADatabaseIsRefusedWithTheWaysToNameOne() {
        Terminal terminal = Terminal.run("serve", "--kubeconfig=" + kubeconfig);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--database", "SLUICE_DATABASE_URL");
    }

    @Test
    void settingsAreCheckedAndPrintedWithTheirOrigins() {
        Terminal good = Terminal.run("config", "check", "--set", "policy=conservative");
        Terminal bad = Terminal.run("config", "check", "--set", "polcy=easy");

        assertThat(good.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(good.out())
                .containsPattern("policy\\s+conservative\\s+--set")
                .containsPattern("http.port\\s+8080");
        assertThat(bad.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(bad.err()).contains("unknown setting (polcy). Maybe policy?");
    }
}
