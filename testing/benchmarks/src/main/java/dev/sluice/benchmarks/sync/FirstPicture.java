package dev.sluice.benchmarks.sync;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// The first picture of a cluster, from the first request until the engine has settled with all of it: lists, trimming,
/// deltas, events and the pass. Informers and engine have a thread each, as in `sluice watch`.
///
/// It runs in a JVM of its own, so that its first round is as cold as a start of `sluice watch` without the launcher's
/// cache of loaded classes. Later rounds have a new follower in the same JVM.
public final class FirstPicture {
    private FirstPicture() {}

    /// One round, as this program prints it.
    ///
    /// @param wallNanos by the clock
    /// @param informersNanos processor time of the informers' thread
    /// @param engineNanos processor time of the engine's thread
    /// @param processNanos processor time of the JVM: also of the collector, the compiler, and the client or server
    /// @param collectorNanos by the clock, within `wallNanos`
    /// @param allocatedBytes by all threads
    record Round(
            long wallNanos,
            long informersNanos,
            long engineNanos,
            long processNanos,
            long collectorNanos,
            long allocatedBytes) {
        private static final String MARK = "round ";

        static boolean isRound(String line) {
            return line.startsWith(MARK);
        }

        static Round parse(String line) {
            String[] parts = line.substring(MARK.length()).split(" ", -1);
            return new Round(
                    Long.parseLong(parts[0]),
                    Long.parseLong(parts[1]),
                    Long.parseLong(parts[2]),
                    Long.parseLong(parts[3]),
                    Long.parseLong(parts[4]),
                    Long.parseLong(parts[5]));
        }

        String line() {
            return MARK + wallNanos + " " + informersNanos + " " + engineNanos + " " + processNanos + " "
                    + collectorNanos + " " + allocatedBytes;
        }
    }

    /// Measures some rounds and prints a line for each.
    ///
    /// @param arguments the number of rounds; then the number of nodes for a server in this process, or the
    ///     kubeconfig of another one and the versions of its nodes and pods
    public static void main(String... arguments) throws IOException, InterruptedException {
        int rounds = Integer.parseInt(arguments[0]);
        if (arguments.length > 2) {
            try (KubeClient client = KubeClient.connect(Credentials.ofKubeconfig(Path.of(arguments[1]), ""))) {
                long nodesVersion = Long.parseLong(arguments[2]);
                long podsVersion = Long.parseLong(arguments[3]);
                for (int round = 0; round < rounds; round++) {
                    System.out.println(follow(client, nodesVersion, podsVersion).line());
                }
            }
            return;
        }
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            SyncCluster.fill(server.kube(), Integer.parseInt(arguments[1]));
            long nodesVersion = SyncCluster.version(server.kube(), true);
            long podsVersion = SyncCluster.version(server.kube(), false);
            for (int round = 0; round < rounds; round++) {
                // The garbage of filling the server, and of the round before, is not this one's.
                System.gc();
                System.out.println(
                        follow(server.kube(), nodesVersion, podsVersion).line());
            }
        }
    }

    /// Tells which thread drives it.
    private static final class Whose implements Step {
        private volatile long thread;

        @Override
        public String name() {
            return "thread";
        }

        @Override
        public int work(long nowNanos) {
            thread = Thread.currentThread().threadId();
            return 0;
        }
    }

    private record Arrival(ClusterFollower follower, long nodesVersion, long podsVersion, CountDownLatch isThere)
            implements Step {
        @Override
        public String name() {
            return "arrival";
        }

        @Override
        public int work(long nowNanos) {
            boolean hasAll = follower.sync().version(Source.NODES) >= nodesVersion
                    && follower.sync().version(Source.FOREIGN_PODS) >= podsVersion
                    && follower.sync().version(Source.OWN_PODS) >= podsVersion;
            if (hasAll) {
                isThere.countDown();
            }
            return 0;
        }
    }

    private static Round follow(Kube kube, long nodesVersion, long podsVersion) throws InterruptedException {
        SystemClock clock = new SystemClock();
        TimerQueue informerTimers = new TimerQueue();
        TimerQueue engineTimers = new TimerQueue();
        List<ThreadCrank> cranks = new ArrayList<>();
        final long begin = System.nanoTime();
        final long processBegin = process().getProcessCpuTime();
        final long collectorBegin = collectorNanos();
        final long allocatedBegin = threads().getTotalThreadAllocatedBytes();
        ClusterFollower follower = new ClusterFollower(
                kube,
                ClusterFollower.Options.DEFAULT,
                informerTimers,
                engineTimers,
                new Seeds(1),
                _ -> {},
                new ClusterFollower.Wakes(() -> wake(cranks, 0), () -> wake(cranks, 1), () -> {}));
        CountDownLatch isThere = new CountDownLatch(1);
        Whose informers = new Whose();
        Whose engine = new Whose();
        List<Step> informerSteps = new ArrayList<>(follower.informerSteps());
        informerSteps.addFirst(informers);
        List<Step> engineSteps = new ArrayList<>(follower.engineSteps());
        engineSteps.addFirst(engine);
        engineSteps.add(new Arrival(follower, nodesVersion, podsVersion, isThere));
        cranks.add(new ThreadCrank("informers", clock, informerTimers, informerSteps, FirstPicture::fault));
        cranks.add(new ThreadCrank("engine", clock, engineTimers, engineSteps, FirstPicture::fault));
        cranks.forEach(ThreadCrank::start);
        isThere.await();
        Round round = new Round(
                System.nanoTime() - begin,
                threads().getThreadCpuTime(informers.thread),
                threads().getThreadCpuTime(engine.thread),
                process().getProcessCpuTime() - processBegin,
                collectorNanos() - collectorBegin,
                threads().getTotalThreadAllocatedBytes() - allocatedBegin);
        cranks.forEach(ThreadCrank::close);
        follower.close();
        return round;
    }

    private static void fault(String where, Throwable fault) {
        throw new IllegalStateException(where, fault);
    }

    private static void wake(List<ThreadCrank> cranks, int which) {
        if (which < cranks.size()) {
            cranks.get(which).wake();
        }
    }

    private static ThreadMXBean threads() {
        return (ThreadMXBean) ManagementFactory.getThreadMXBean();
    }

    private static OperatingSystemMXBean process() {
        return (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    }

    private static long collectorNanos() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .sum()
                * 1_000_000;
    }
}
