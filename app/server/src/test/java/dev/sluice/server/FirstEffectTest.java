package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.queue.postgres.lock.WriterLock;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Two processes that may both believe to have the lock for a moment: the new holder waits before its first effect.
class FirstEffectTest {
    private static final long PATIENCE_SECONDS = 60;
    private static final long POLL_MILLIS = 20;

    private final SystemClock clock = new SystemClock();
    private final EmbeddedCluster cluster = EmbeddedCluster.start(
            new ClusterSettings(
                    ServerOptions.plain(0), true, FleetSettings.of(1, NodeShape.parse("cpu=4,memory=8Gi"), 0)),
            clock,
            new Seeds(1),
            new FailRunOnFault());
    private final EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();
    private final Semaphore never = new Semaphore(0);

    /// Notes when a process writes.
    private final class Writes extends ForwardingKube {
        private final List<Long> nanos = new CopyOnWriteArrayList<>();

        Writes(Kube kube) {
            super(kube);
        }

        @Override
        public JsonObject create(ResourceType type, String namespace, JsonObject object, WriteOptions options) {
            nanos.add(clock.nowNanos());
            return super.create(type, namespace, object, options);
        }

        @Override
        public JsonObject patch(
                ResourceType type, ObjectKey key, String subresource, Patch patch, WriteOptions options) {
            nanos.add(clock.nowNanos());
            return super.patch(type, key, subresource, patch, options);
        }
    }

    @AfterEach
    void stop() {
        postgres.close();
        cluster.close();
    }

    private SchedulerHost host(String name, Kube kube) {
        ServerConfig config = ServerConfig.of(Configuration.of(null, "", Map.of(), Map.of()));
        return SchedulerHost.start(
                kube,
                new SchedulerHost.Settings(
                        postgres.database(), StoreOptions.KUBERNETES, name, false, config.scheduler()),
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

    private void job() {
        String text = "{'metadata':{'name':'train','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                + "'parallelism':1,'completions':1,'podReplacementPolicy':'Failed',"
                + "'template':{'metadata':{'annotations':{'sluice.dev/run-for':'1s'}},'spec':{"
                + "'schedulerName':'sluice','restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                + "'resources':{'requests':{'cpu':'2'}}}]}}}}";
        JsonObject json = (JsonObject) JsonText.read(text.replace('\'', '"'));
        cluster.kube().create(KubeTypes.JOBS, "default", json, WriteOptions.PLAIN);
    }

    private boolean isComplete() {
        return Conditions.isTrue(cluster.kube().get(KubeTypes.JOBS, new ObjectKey("default", "train")), "Complete");
    }

    @Test
    void aNewHolderOfTheLockStartsNothingForFiveSecondsAndSaysSo() throws InterruptedException {
        assertThat(cluster.awaitReady(PATIENCE_SECONDS)).isTrue();
        SchedulerHost first = host("first", cluster.kube());
        assertThat(first.awaitScheduling(PATIENCE_SECONDS)).isTrue();
        Writes writes = new Writes(cluster.kube());
        try (SchedulerHost second = host("second", writes)) {
            await(
                    "the second waits",
                    () -> second.trouble().orElse("").contains("another process holds the writer's lock: first"));

            long beforeTakenNanos = clock.nowNanos();
            first.close();
            job();
            await(
                    "the second has the lock",
                    () -> second.trouble().orElse("").startsWith("has just taken the writer's lock"));
            assertThat(second.notReady().map(Trouble::kind)).hasValue(Trouble.Kind.LOCK);
            assertThat(second.mayAct()).isFalse();
            await("the Job completes", this::isComplete);

            assertThat(writes.nanos)
                    .isNotEmpty()
                    .allMatch(at -> at >= beforeTakenNanos + WriterLock.FIRST_EFFECT_NANOS);
        }
    }
}
