package dev.sluice.benchmarks.apiserver;

import java.io.Console;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The embedded API server beside etcd and kube-apiserver, on this machine, in this run.
public final class ApiServerBenchmark {
    private static final int WATCHERS = 100;
    private static final int WATCHED_PODS = 500;
    private static final int LISTS = 10;
    private static final int STARTS = 3;

    /// The first finds the servers cold, and is told apart; of the others the best counts.
    private static final int ROUNDS = 3;

    private ApiServerBenchmark() {}

    /// Runs all of it and prints a table.
    ///
    /// @param arguments how many pods
    public static void main(String... arguments) throws IOException, InterruptedException {
        int pods = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
        String launcher = System.getProperty("sluice.launcher", "./sluice");
        System.out.printf(
                Locale.ROOT,
                "%s, %s, %d cores, load %.1f at the beginning%n%n",
                processor(),
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        Path folder = Files.createTempDirectory("apiserver-benchmark");
        try {
            Figures embedded = new Figures("embedded");
            Figures real = new Figures("real");
            for (int i = 0; i < STARTS; i++) {
                try (Server one = Server.embedded(launcher, folder)) {
                    embedded.least("start, ms", (double) one.startMillis());
                }
                try (Server other = Server.real(folder)) {
                    real.least("start, ms", (double) other.startMillis());
                }
            }
            try (Server one = Server.embedded(launcher, folder);
                    Server other = Server.real(folder)) {
                measure(new Side(one, embedded), new Side(other, real), pods);
            }
            print(embedded, real);
        } finally {
            clear(folder);
        }
        System.out.println();
        inProcess(Integer.toString(pods), "-XX:+UseSerialGC", "-Xmx2g", "-Xmn700m");
        inProcess("large", "-XX:+UseSerialGC", "-Xmx4g");
    }

    /// By turns, so that a machine that is busy with something else is so for both.
    private static void measure(Side embedded, Side real, int pods) {
        List<Side> sides = List.of(real, embedded);
        sides.forEach(side -> side.memory("memory when started, MiB"));
        try (Load ours = new Load(embedded.server.kubeconfig());
                Load theirs = new Load(real.server.kubeconfig())) {
            for (int round = 1; round <= ROUNDS; round++) {
                for (Side side : sides) {
                    round(side, side.equals(real) ? theirs : ours, round, pods);
                }
            }
        }
        sides.forEach(side -> side.memory("memory at the end, MiB"));
        progress("");
    }

    private static void round(Side side, Load load, int round, int pods) {
        String namespace = "round-" + round;
        String watched = namespace + "-watched";
        String which = round == 1 ? "cold " : "";
        load.createNamespace(namespace);
        load.createNamespace(watched);
        progress("round %d of %d, %s server: creates".formatted(round, ROUNDS, side.figures.name()));
        side.run(which + "creates", pods, () -> load.createPods(namespace, 0, pods));
        if (round == 1) {
            side.memory("memory with %,d pods, MiB".formatted(pods));
        }
        progress("round %d of %d, %s server: lists".formatted(round, ROUNDS, side.figures.name()));
        side.run(which + "lists", LISTS, () -> {
            for (int i = 0; i < LISTS; i++) {
                side.figures.values.put("bytes of a list", (double) load.listPods(namespace));
            }
        });
        progress("round %d of %d, %s server: binds".formatted(round, ROUNDS, side.figures.name()));
        side.run(which + "binds", pods, () -> load.bindPods(namespace, 0, pods));
        progress("round %d of %d, %s server: watches".formatted(round, ROUNDS, side.figures.name()));
        side.run(which + "events", WATCHERS * WATCHED_PODS, () -> load.fanOut(watched, WATCHERS, WATCHED_PODS));
        progress("round %d of %d, %s server: deletes".formatted(round, ROUNDS, side.figures.name()));
        load.deletePods(namespace);
        load.deletePods(watched);
    }

    /// One kind of request: how many a second, and how many for each second of the server's processor time.
    private record Side(Server server, Figures figures) {
        void memory(String when) {
            figures.values.put(when, Usage.residentMib(server.serving()));
        }

        void run(String what, int count, Runnable work) {
            double serverBegin = Usage.cpuSeconds(server.serving());
            double clientBegin = clientCpuSeconds();
            long begin = System.nanoTime();
            work.run();
            double seconds = (System.nanoTime() - begin) / 1e9;
            double serverCpu = Usage.cpuSeconds(server.serving()) - serverBegin;
            figures.most(what + "/s", count / seconds);
            figures.most(what + " per CPU second of the server", count / serverCpu);
            figures.most(what + " per CPU second of the client", count / (clientCpuSeconds() - clientBegin));
        }
    }

    private static double clientCpuSeconds() {
        return Usage.cpuSeconds(List.of(ProcessHandle.current().pid()));
    }

    /// What was measured of one server, in the order of measuring.
    private record Figures(String name, Map<String, Double> values) {
        Figures(String name) {
            this(name, new LinkedHashMap<>());
        }

        void most(String what, double value) {
            values.merge(what, value, Math::max);
        }

        void least(String what, double value) {
            values.merge(what, value, Math::min);
        }
    }

    private static void print(Figures embedded, Figures real) {
        System.out.printf("%-46s %12s %12s %9s%n", "", embedded.name(), real.name(), "ratio");
        embedded.values().forEach((what, ours) -> {
            double theirs = real.values().getOrDefault(what, Double.NaN);
            System.out.printf(Locale.ROOT, "%-46s %,12.0f %,12.0f %9.2f%n", what, ours, theirs, ours / theirs);
        });
    }

    /// Runs it with its own heap, as in a simulation.
    private static void inProcess(String what, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), InProcess.class.getName(), what));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException("the process of (" + what + ") ended with (" + exit + ")");
        }
    }

    private static void progress(String text) {
        if (Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()) {
            System.err.printf("\r\033[K%s", text);
        } else if (!text.isEmpty()) {
            System.err.println(text);
        }
    }

    private static String processor() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown processor");
        }
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }
}
