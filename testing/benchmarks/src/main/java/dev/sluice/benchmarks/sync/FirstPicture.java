package dev.sluice.benchmarks.sync;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.sync.InformerThreads;
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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/// The first picture of a cluster, from the first request until the engine has settled with all of it: lists, trimming,
/// deltas, events and the pass. Engine and informers have a thread each, as in `sluice watch`.
///
/// It runs in a JVM of its own, so that its first round is as cold as a start of `sluice watch` without the launcher's
/// cache of loaded classes. Later rounds have a new follower in the same JVM.
public final class FirstPicture {
    private FirstPicture() {}

    /// One round, as this program prints it.
    ///
    /// @param wallNanos by the clock
    /// @param informersNanos processor time of the informers' threads
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

    /// Knows which thread drives a step.
    private static final class Whose implements Step {
        private final Step step;
        private volatile long thread;

        Whose(Step step) {
            this.step = step;
        }

        @Override
        public String name() {
            return step.name();
        }

        @Override
        public int work(long nowNanos) {
            thread = Thread.currentThread().threadId();
            return step.work(nowNanos);
        }

        long processorNanos() {
            return threads().getThreadCpuTime(thread);
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
        InformerThreads threads = new InformerThreads();
        TimerQueue engineTimers = new TimerQueue();
        List<ThreadCrank> cranks = new ArrayList<>();
        final long begin = System.nanoTime();
        final long processBegin = process().getProcessCpuTime();
        final long collectorBegin = collectorNanos();
        final long allocatedBegin = threads().getTotalThreadAllocatedBytes();
        ClusterFollower follower = new ClusterFollower(
                kube,
                ClusterFollower.Options.DEFAULT,
                threads,
                engineTimers,
                new Seeds(1),
                _ -> {},
                new ClusterFollower.Wakes(() -> wake(cranks, 0), () -> {}));
        CountDownLatch isThere = new CountDownLatch(1);
        Map<Source, Step> informers = new EnumMap<>(Source.class);
        follower.informerSteps().forEach((source, step) -> informers.put(source, new Whose(step)));
        Whose engine = new Whose(follower.engineSteps().getFirst());
        List<Step> engineSteps = new ArrayList<>(follower.engineSteps());
        engineSteps.set(0, engine);
        engineSteps.add(new Arrival(follower, nodesVersion, podsVersion, isThere));
        cranks.add(new ThreadCrank("engine", clock, engineTimers, engineSteps, FirstPicture::fault));
        cranks.forEach(ThreadCrank::start);
        threads.start(informers, clock, FirstPicture::fault);
        isThere.await();
        Round round = new Round(
                System.nanoTime() - begin,
                informers.values().stream()
                        .mapToLong(step -> ((Whose) step).processorNanos())
                        .sum(),
                engine.processorNanos(),
                process().getProcessCpuTime() - processBegin,
                collectorNanos() - collectorBegin,
                threads().getTotalThreadAllocatedBytes() - allocatedBegin);
        cranks.forEach(ThreadCrank::close);
        threads.close();
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
