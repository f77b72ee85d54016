package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.InformerThreads;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.port.ForwardingKube;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// A request that hangs holds up its own source only.
class HangingSourceTest {
    private static final long PATIENCE_SECONDS = 60;

    private final SystemClock clock = new SystemClock();
    private final Kube kube = new InProcessServer(clock, new Seeds(1), 100).kube();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);

    /// A server that begins no watch of pods before it is told to.
    private final class Hanging extends ForwardingKube {
        Hanging() {
            super(kube);
        }

        @Override
        public KubeWatch watch(ResourceType type, String namespace, WatchOptions options, Runnable wake) {
            if (type.equals(KubeTypes.PODS)) {
                hangs.countDown();
                await(answers);
            }
            return super.watch(type, namespace, options, wake);
        }
    }

    /// Sees when the engine has been told of a node.
    private record NodesSeen(ClusterFollower follower, CountDownLatch seen) implements Step {
        @Override
        public String name() {
            return "nodes seen";
        }

        @Override
        public int work(long nowNanos) {
            if (follower.sync().nodeCount() > 0) {
                seen.countDown();
            }
            return 0;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .as("in time")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void changesOfOtherSourcesReachTheEngine() {
        InformerThreads informers = new InformerThreads();
        TimerQueue engineTimers = new TimerQueue();
        AtomicReference<ThreadCrank> engine = new AtomicReference<>();
        try (ClusterFollower follower = new ClusterFollower(
                new Hanging(),
                ClusterFollower.Options.DEFAULT,
                informers,
                engineTimers,
                new Seeds(1),
                _ -> {},
                new ClusterFollower.Wakes(() -> engine.get().wake(), () -> {}))) {
            CountDownLatch seen = new CountDownLatch(1);
            List<Step> steps = new ArrayList<>(follower.engineSteps());
            steps.add(new NodesSeen(follower, seen));
            engine.set(new ThreadCrank("engine", clock, engineTimers, steps, new FailRunOnFault()));
            try {
                engine.get().start();
                informers.start(follower.informerSteps(), clock, new FailRunOnFault());
                await(hangs);
                kube.create(
                        KubeTypes.NODES, "", FollowedCluster.object("{'metadata':{'name':'n'}}"), WriteOptions.PLAIN);

                await(seen);
                assertThat(follower.gaps().unlisted()).containsExactly(Source.FOREIGN_PODS, Source.OWN_PODS);
            } finally {
                answers.countDown();
                informers.close();
                engine.get().close();
            }
        }
    }
}
