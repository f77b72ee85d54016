package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.view.QueueView;
import dev.sluice.controller.view.QueuedJob;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.JobState;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The database goes and returns while Jobs run.
class DatabaseOutageTest {
    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 50;

    /// As kubectl deletes: the Job's pods go, too.
    private static final DeleteOptions BACKGROUND =
            new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);

    private final SystemClock clock = new SystemClock();
    private final Semaphore never = new Semaphore(0);

    private final EmbeddedCluster cluster = EmbeddedCluster.start(
            new ClusterSettings(
                    ServerOptions.plain(0), true, FleetSettings.of(1, NodeShape.parse("cpu=4,memory=8Gi"), 0)),
            clock,
            new Seeds(1),
            new FailRunOnFault());

    private SchedulerHost host(EmbeddedPostgres postgres) {
        ServerConfig config = ServerConfig.of(Configuration.of(null, "", Map.of(), Map.of()));
        return SchedulerHost.start(
                cluster.kube(),
                new SchedulerHost.Settings(
                        postgres.database(), StoreOptions.KUBERNETES, "outage", true, config.scheduler()),
                new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE));
    }

    private void await(String what, BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            assertThat(never.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)).isFalse();
        }
    }

    /// Creates a Job of a pod that takes half of the node.
    private void job(String name, String runFor) {
        String text = ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                        + "'podReplacementPolicy':'Failed','template':{'metadata':{"
                        + "'annotations':{'sluice.dev/run-for':'%s'}},'spec':{'schedulerName':'sluice',"
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{'requests':{"
                        + "'cpu':'2'}}}]}}}}")
                .formatted(name, runFor);
        JsonObject json = (JsonObject) JsonText.read(text.replace('\'', '"'));
        cluster.kube().create(KubeTypes.JOBS, "default", json, WriteOptions.PLAIN);
    }

    private JsonObject jobObject(String name) {
        return cluster.kube().get(KubeTypes.JOBS, new ObjectKey("default", name));
    }

    private boolean isComplete(String job) {
        return Conditions.isTrue(jobObject(job), "Complete");
    }

    private long running(String job) {
        return jobObject(job).number(0, "status", "ready");
    }

    private static QueueView queue(SchedulerHost host) {
        try {
            return host.queue().orElseThrow().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static List<QueuedJob> named(SchedulerHost host, String job) {
        return queue(host).named("default", job);
    }

    @Test
    void runningWorkIsFollowedAndTheRestStartsWhenTheDatabaseIsBack(@TempDir Path folder) throws InterruptedException {
        EmbeddedPostgres first = EmbeddedPostgres.keptIn(folder.resolve("database"), OptionalInt.empty());
        assertThat(cluster.awaitReady(PATIENCE_SECONDS)).isTrue();
        try (SchedulerHost host = host(first)) {
            assertThat(host.awaitScheduling(PATIENCE_SECONDS)).isTrue();
            job("first", "forever");
            job("long", "20s");
            await("both run, and fill the node", () -> running("first") == 1 && running("long") == 1);
            job("next", "1s");

            first.close();
            await(
                    "the loss is noticed",
                    () -> host.trouble().filter(why -> why.contains("follows")).isPresent());
            cluster.kube().delete(KubeTypes.JOBS, new ObjectKey("default", "first"), BACKGROUND);
            await("it has left the queue", () -> named(host, "first").isEmpty());
            await(
                    "next would start in its place",
                    () -> named(host, "next").stream().anyMatch(job -> job.state() == JobState.RUNNING));
            assertThat(named(host, "long")).as("is followed").hasSize(1);
            assertThat(new Job(jobObject("next")).isSuspended())
                    .as("nothing new starts")
                    .isTrue();

            try (EmbeddedPostgres second =
                    EmbeddedPostgres.keptIn(folder.resolve("database"), OptionalInt.of(first.port()))) {
                await("it schedules again", () -> host.trouble().isEmpty());
                await("all complete", () -> isComplete("long") && isComplete("next"));
                assertThat(second.port()).isEqualTo(first.port());
                assertThat(cluster.kube()
                                .list(KubeTypes.PODS, "default", ListOptions.ALL)
                                .items())
                        .as("each pod once")
                        .hasSize(2);
                await("nothing is held", () -> queue(host).jobs().isEmpty());
            }
        } finally {
            cluster.close();
        }
    }
}
