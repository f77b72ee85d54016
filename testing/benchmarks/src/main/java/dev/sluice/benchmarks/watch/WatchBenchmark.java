package dev.sluice.benchmarks.watch;

import dev.sluice.benchmarks.apiserver.Kubeconfig;
import dev.sluice.benchmarks.apiserver.Usage;
import dev.sluice.kube.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/// A real control plane with simulated nodes whose pods and nodes change at random, followed by `sluice watch`.
public final class WatchBenchmark {
    private static final int WRITERS = 8;
    private static final int CREATORS = 16;
    private static final long PAUSE_MILLIS = 50;
    private static final long MARK_MILLIS = 2_000;
    private static final long PATIENCE_SECONDS = 1_800;
    private static final String MARKER = "/api/v1/namespaces/churn/pods/marker";

    private final Api api;
    private final List<Double> writeMillis = Collections.synchronizedList(new ArrayList<>());

    private WatchBenchmark(Api api) {
        this.api = api;
    }

    /// Runs it, and fails if an audit finds drift, or if nothing was written, seen or compared.
    ///
    /// @param arguments minutes of churn, number of nodes, number of pods
    public static void main(String... arguments) throws IOException, InterruptedException {
        double minutes = arguments.length > 0 ? Double.parseDouble(arguments[0]) : 5;
        int nodes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000;
        int pods = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10_000;
        say(String.format(
                Locale.ROOT,
                "%s, %d cores, load %.1f at the beginning; %d nodes, %d pods, %.1f min of churn",
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                nodes,
                pods,
                minutes));
        Path folder = Files.createTempDirectory("watch-benchmark").resolve("plane");
        Process plane = new ProcessBuilder(
                        "tools/kubernetes/up", "--attached", "--timeout=1200", "--nodes=" + nodes, "--dir=" + folder)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = plane.inputReader(StandardCharsets.UTF_8)) {
            String line = out.readLine();
            if (line == null || !line.startsWith("ready ")) {
                throw new IllegalStateException("the control plane did not start: " + line);
            }
            Path kubeconfig = Path.of(line.substring("ready ".length(), line.lastIndexOf(' ')));
            try (Api api = new Api(Kubeconfig.read(kubeconfig))) {
                boolean isRight = new WatchBenchmark(api).run(plane, kubeconfig, Math.round(minutes * 60), nodes, pods);
                System.exit(isRight ? 0 : 1);
            }
        } finally {
            plane.getOutputStream().close();
            if (!plane.waitFor(60, TimeUnit.SECONDS)) {
                plane.destroy();
            }
        }
    }

    private boolean run(Process plane, Path kubeconfig, long seconds, int nodes, int pods) throws IOException {
        List<Long> scheduler = named(plane, "kube-scheduler");
        List<Long> server = named(plane, "kube-apiserver");
        Churn churn = new Churn(api, nodes, pods);
        try (Watching watching = Watching.start(System.getProperty("sluice.launcher", "./sluice"), kubeconfig)) {
            watching.await(it -> it.number(0, "nodes") == nodes, PATIENCE_SECONDS, "there are " + nodes + " nodes");
            Instant begin = Instant.now();
            double schedulerBegin = Usage.cpuSeconds(scheduler);
            double watchBegin = watching.cpuSeconds();
            churn.createAll(CREATORS);
            watching.await(it -> it.number(0, "foreignPods") >= pods, PATIENCE_SECONDS, pods + " pods are placed");
            say(String.format(
                    Locale.ROOT,
                    "%d pods placed in %d s; CPU seconds meanwhile: kube-scheduler %.1f, sluice watch %.1f",
                    pods,
                    Duration.between(begin, Instant.now()).toSeconds(),
                    Usage.cpuSeconds(scheduler) - schedulerBegin,
                    watching.cpuSeconds() - watchBegin));

            schedulerBegin = Usage.cpuSeconds(scheduler);
            double serverBegin = Usage.cpuSeconds(server);
            watchBegin = watching.cpuSeconds();
            JsonObject before = watching.await(_ -> true, 1, "");
            long end = System.nanoTime() + seconds * 1_000_000_000L;
            Thread marking = Thread.ofPlatform().daemon().start(() -> mark(end));
            churn.run(WRITERS, end, PAUSE_MILLIS);
            marking.interrupt();
            JsonObject after = watching.await(_ -> true, 1, "");
            print("churn, s", seconds);
            print("changes written", churn.changes());
            print("requests refused", api.refused());
            print("changes seen", received(after) - received(before));
            print("CPU seconds of sluice watch", watching.cpuSeconds() - watchBegin);
            print("CPU seconds of kube-scheduler", Usage.cpuSeconds(scheduler) - schedulerBegin);
            print("CPU seconds of kube-apiserver", Usage.cpuSeconds(server) - serverBegin);
            return isRightInTheEnd(watching, churn.changes(), received(after) - received(before));
        }
    }

    /// Whether no audit has found drift, and there was something to find it in.
    private boolean isRightInTheEnd(Watching watching, long written, long seen) {
        JsonObject end = watching.awaitAudit(PATIENCE_SECONDS);
        print("resident memory of sluice watch at most, MiB", watching.residentMib());
        print("lag samples", watching.lagSamples());
        print("lag, median, ms", watching.lagMillis(0.5));
        print("lag, 95 %, ms", watching.lagMillis(0.95));
        print("lag, at most, ms", watching.lagMillis(1));
        List<Double> writes = new ArrayList<>(writeMillis);
        Collections.sort(writes);
        print("of which the write, median, ms", writes.isEmpty() ? 0 : writes.get(writes.size() / 2));
        print("lists repeated", end.object("events").number(0, "relists"));
        print("audits", watching.audits());
        print("drift in all audits", watching.drifts());
        print("nodes compared in the last", end.object("audit").number(0, "nodes"));
        print("pods compared in the last", end.object("audit").number(0, "pods"));
        print("changed meanwhile", end.object("audit").number(0, "changed"));
        print("drift in the last", end.object("audit").number(0, "driftCount"));
        return watching.drifts() == 0
                && end.object("audit").number(1, "driftCount") == 0
                && end.object("audit").number(0, "pods") > 0
                && written > 0
                && seen > 0
                && watching.lagSamples() > 0;
    }

    private static long received(JsonObject said) {
        return said.object("events").number(0, "received");
    }

    /// Writes the present moment into a pod, again and again.
    private void mark(long until) {
        api.create(
                "/api/v1/namespaces/churn/pods",
                "{\"metadata\":{\"name\":\"marker\"},\"spec\":{\"schedulingGates\":[{\"name\":\"sluice.dev/marker\"}],"
                        + "\"containers\":[{\"name\":\"main\",\"image\":\"example.com/work:1\"}]}}");
        while (System.nanoTime() < until) {
            Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
            long begin = System.nanoTime();
            api.patch(MARKER, "{\"metadata\":{\"annotations\":{\"sluice.dev/written-at\":\"" + now + "\"}}}");
            writeMillis.add((System.nanoTime() - begin) / 1e6);
            Churn.pause(MARK_MILLIS);
        }
    }

    private static List<Long> named(Process plane, String program) {
        return plane.descendants()
                .filter(each -> each.info()
                        .command()
                        .filter(name -> name.endsWith("/" + program))
                        .isPresent())
                .map(ProcessHandle::pid)
                .toList();
    }

    private static void print(String what, long value) {
        print(what, (double) value);
    }

    private static void print(String what, double value) {
        say(String.format(Locale.ROOT, "%-46s %,14.1f", what, value));
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
