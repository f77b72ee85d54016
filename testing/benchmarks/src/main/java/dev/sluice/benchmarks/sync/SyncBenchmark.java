package dev.sluice.benchmarks.sync;

import dev.sluice.benchmarks.Times;
import dev.sluice.benchmarks.sync.FirstPicture.Round;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.audit.EngineCopy;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.view.ViewStep;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.runtime.time.TimerQueue;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/// What it costs to follow a cluster: its first picture, and then one event, from the decoded object to the graph.
public final class SyncBenchmark {
    private static final int SAMPLES = 20_000;
    private static final int WARM_UP = 20_000;

    /// Of what the engine's thread copies for views and audits.
    private static final int LARGE_SAMPLES = 20;

    /// Fresh JVMs; the first round of each is cold.
    private static final int JVMS = 3;

    private static final int ROUNDS = 4;

    /// Changes that the server remembers for watches: more than come between two turns here.
    private static final int REMEMBERED = 16_384;

    private SyncBenchmark() {}

    /// Runs for each number of nodes and prints one table.
    ///
    /// @param arguments the numbers of nodes; `--events` or `--picture` before them leaves out the other part
    public static void main(String... arguments) throws IOException, InterruptedException {
        List<String> counts = new ArrayList<>(List.of(arguments));
        boolean hasPicture = !counts.remove("--events");
        boolean hasEvents = !counts.remove("--picture");
        List<String> table = new ArrayList<>();
        for (String count : counts.isEmpty() ? List.of("100", "1000", "5000", "10000") : counts) {
            int nodes = Integer.parseInt(count);
            if (hasPicture) {
                table.addAll(pictures(nodes));
            }
            if (hasEvents) {
                table.addAll(events(nodes));
            }
        }
        System.out.println();
        table.forEach(System.out::println);
    }

    private static List<String> pictures(int nodes) throws IOException, InterruptedException {
        List<String> rows = new ArrayList<>();
        rows.add(String.format(
                Locale.ROOT,
                "%-8s %-36s %9s %9s %9s %9s %9s %9s",
                "nodes",
                "first picture, medians (s, MB)",
                "clock",
                "informers",
                "engine",
                "all CPU",
                "collector",
                "allocated"));
        List<List<Round>> within = new ArrayList<>();
        for (int jvm = 0; jvm < JVMS; jvm++) {
            within.add(fresh(Integer.toString(ROUNDS), Integer.toString(nodes)));
        }
        rows.addAll(rows(nodes, "in process", within));
        rows.addAll(rows(nodes, "over HTTP", overHttp(nodes)));
        return rows;
    }

    /// The server is in this process, and the follower in a fresh one.
    private static List<List<Round>> overHttp(int nodes) throws IOException, InterruptedException {
        Path kubeconfig = Files.createTempFile("sluice-bench", ".kubeconfig");
        List<List<Round>> jvms = new ArrayList<>();
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            SyncCluster.fill(server.kube(), nodes);
            Files.writeString(kubeconfig, """
                    {"apiVersion": "v1", "kind": "Config", "current-context": "bench",
                     "clusters": [{"name": "bench", "cluster": {"server": "%s"}}],
                     "users": [{"name": "bench", "user": {}}],
                     "contexts": [{"name": "bench", "context": {"cluster": "bench", "user": "bench"}}]}
                    """.formatted(server.address()));
            for (int jvm = 0; jvm < JVMS; jvm++) {
                jvms.add(fresh(
                        Integer.toString(ROUNDS),
                        kubeconfig.toString(),
                        Long.toString(SyncCluster.version(server.kube(), true)),
                        Long.toString(SyncCluster.version(server.kube(), false))));
            }
        } finally {
            Files.delete(kubeconfig);
        }
        return jvms;
    }

    /// Runs in a fresh JVM, with the options of this one.
    private static List<Round> fresh(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), FirstPicture.class.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Round> rounds = new ArrayList<>();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (Round.isRound(line)) {
                    rounds.add(Round.parse(line));
                }
                System.out.println(line);
            }
        }
        if (process.waitFor() != 0 || rounds.size() != ROUNDS) {
            throw new IllegalStateException("the JVM for the first picture has failed");
        }
        return rounds;
    }

    private static List<String> rows(int nodes, String what, List<List<Round>> jvms) {
        List<Round> cold = jvms.stream().map(List::getFirst).toList();
        List<Round> later =
                jvms.stream().flatMap(rounds -> rounds.stream().skip(1)).toList();
        return List.of(pictureRow(nodes, what + ", cold", cold), pictureRow(nodes, what + ", later rounds", later));
    }

    private static String pictureRow(int nodes, String what, List<Round> rounds) {
        return String.format(
                Locale.ROOT,
                "%-8d %-36s %9.2f %9.2f %9.2f %9.2f %9.2f %9.0f",
                nodes,
                what + " (" + rounds.size() + ")",
                median(rounds, Round::wallNanos) / 1e9,
                median(rounds, Round::informersNanos) / 1e9,
                median(rounds, Round::engineNanos) / 1e9,
                median(rounds, Round::processNanos) / 1e9,
                median(rounds, Round::collectorNanos) / 1e9,
                median(rounds, Round::allocatedBytes) / 1e6);
    }

    private static double median(List<Round> rounds, ToLongFunction<Round> figure) {
        long[] sorted = rounds.stream().mapToLong(figure).toArray();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /// A follower whose two threads are one, so that nothing but its own work is measured.
    private static final class Followed {
        private final TimerQueue engineTimers = new TimerQueue();
        private final ClusterFollower follower;
        private final List<Step> steps = new ArrayList<>();
        private long nowNanos = 1_000_000_000L;

        Followed(Kube kube) {
            follower = new ClusterFollower(
                    kube,
                    ClusterFollower.Options.DEFAULT,
                    InformerCranks.one(new TimerQueue()),
                    engineTimers,
                    new Seeds(1),
                    _ -> {},
                    ClusterFollower.Wakes.NONE);
            steps.addAll(follower.informerSteps().values());
            steps.addAll(follower.engineSteps());
            settle();
        }

        /// Handles everything, so that nothing is left for what is measured next.
        void settle() {
            int done;
            do {
                done = handle();
            } while (done > 0);
        }

        int handle() {
            nowNanos += 1000;
            int done = 0;
            for (Step step : steps) {
                done += step.work(nowNanos);
            }
            return done;
        }
    }

    private static List<String> events(int nodes) {
        Kube kube = new InProcessServer(new SystemClock(), new Seeds(1), REMEMBERED).kube();
        SyncCluster cluster = SyncCluster.fill(kube, nodes);
        Followed followed = new Followed(kube);
        List<String> rows = new ArrayList<>();
        rows.add("%-8s %-36s %12s %12s".formatted("nodes", "one event", "median", "p99"));
        rows.add(row(nodes, "pod bound", measure(followed, () -> {
            // The number of pods stays the same, so that small clusters have no more pods per node than large ones.
            cluster.deleteLastPod();
            String pod = cluster.createUnboundPod();
            followed.settle();
            cluster.bind(pod);
        })));
        rows.add(row(nodes, "pod changed, nothing to do", measure(followed, cluster::changePod)));
        rows.add(row(nodes, "pod gone", measure(followed, () -> {
            // Another one is there instead.
            cluster.createBoundPod();
            followed.settle();
            cluster.deletePod();
        })));
        rows.add(row(nodes, "node heartbeat", measure(followed, cluster::beat)));
        rows.add(row(nodes, "node resized", measure(followed, cluster::resize)));
        Times audits = new Times();
        Times views = new Times();
        for (int i = 0; i < LARGE_SAMPLES; i++) {
            cluster.changePod();
            cluster.resize();
            followed.handle();
            ViewStep view = new ViewStep(followed.follower, followed.engineTimers, 1);
            long begin = System.nanoTime();
            view.work(followed.nowNanos);
            views.add(System.nanoTime() - begin);
            begin = System.nanoTime();
            EngineCopy.of(followed.follower.engine(), followed.follower.sync(), _ -> false, followed.nowNanos);
            audits.add(System.nanoTime() - begin);
        }
        rows.add(row(nodes, "the engine waits for a view", views));
        rows.add(row(nodes, "the engine waits for an audit", audits));
        rows.forEach(System.out::println);
        return rows;
    }

    /// Measures from the decoded object to the updated graph; writing it to the server does not count.
    private static Times measure(Followed followed, Runnable write) {
        Times times = new Times();
        for (int i = -WARM_UP; i < SAMPLES; i++) {
            write.run();
            long begin = System.nanoTime();
            followed.handle();
            if (i >= 0) {
                times.add(System.nanoTime() - begin);
            }
        }
        return times;
    }

    private static String row(int nodes, String what, Times times) {
        return String.format(
                Locale.ROOT, "%-8d %-36s %9.1f us %9.1f us", nodes, what, times.quantile(0.5), times.quantile(0.99));
    }
}
