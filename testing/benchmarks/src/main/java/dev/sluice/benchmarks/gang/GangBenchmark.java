package dev.sluice.benchmarks.gang;

import dev.sluice.benchmarks.gang.Round.Result;
import dev.sluice.benchmarks.gang.Round.Scheduler;
import dev.sluice.benchmarks.gang.Round.Size;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Many Jobs at once on KWOK nodes of a real control plane: Sluice places each as a gang, beside a stock kube-scheduler
/// that places pod by pod. Rounds are interleaved, each on a fresh control plane.
///
/// A round has the same Jobs twice: *cold*, right after the start of the scheduler, and *warm*, once the first ones are
/// deleted. A scheduler runs for weeks, so warm is how it is met; cold shows what a start costs.
public final class GangBenchmark {
    private static final String POSTGRES = "postgres";

    static final List<String> PROGRAMS =
            List.of("kube-scheduler", "kube-apiserver", "etcd", "kube-controller-manager", "kwok", POSTGRES);

    /// Which argument names a scheduler.
    private static final int SCHEDULER = 4;

    private GangBenchmark() {}

    /// Runs it.
    ///
    /// @param arguments rounds, Jobs, pods of each, nodes, one scheduler if not both
    public static void main(String... arguments) throws IOException, InterruptedException {
        int rounds = argument(arguments, 0, 3);
        Size size = new Size(argument(arguments, 1, 500), argument(arguments, 2, 20), argument(arguments, 3, 1_000));
        say(String.format(
                Locale.ROOT,
                "%s, %d cores, load %.1f at the beginning; %d Jobs of %d pods on %d nodes",
                System.getProperty("java.vm.version"),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                size.jobs(),
                size.pods(),
                size.nodes()));
        say(String.format(
                Locale.ROOT,
                "%-20s %10s %10s %9s %10s %10s %6s %12s %6s",
                "scheduler",
                "Job s",
                "pod s",
                "own CPU",
                "PostgreSQL",
                "apiserver",
                "etcd",
                "controllers",
                "kwok"));
        List<Scheduler> schedulers = Arrays.stream(Scheduler.values())
                .filter(each -> arguments.length <= SCHEDULER || each.title.equals(arguments[SCHEDULER]))
                .toList();
        for (int i = 0; i < rounds; i++) {
            for (Scheduler scheduler : schedulers) {
                try (Round round = Round.start(scheduler, size)) {
                    print(round.run("cold"));
                    round.clear();
                    print(round.run("warm"));
                }
            }
        }
    }

    private static int argument(String[] arguments, int index, int otherwise) {
        return arguments.length > index ? Integer.parseInt(arguments[index]) : otherwise;
    }

    private static void print(Result result) {
        say(String.format(
                Locale.ROOT,
                "%-20s %10.1f %10.1f %9.1f %10.1f %10.1f %6.1f %12.1f %6.1f",
                result.scheduler().title + " " + result.state(),
                result.jobSeconds(),
                result.podSeconds(),
                cpu(result, result.scheduler().title),
                cpu(result, POSTGRES),
                cpu(result, "kube-apiserver"),
                cpu(result, "etcd"),
                cpu(result, "kube-controller-manager"),
                cpu(result, "kwok")));
        say("  writes: "
                + result.writes().entrySet().stream()
                        .filter(each -> each.getValue() > 0)
                        .map(each -> each.getKey() + " " + each.getValue())
                        .collect(Collectors.joining(", ")));
    }

    private static double cpu(Result result, String program) {
        return result.cpuSeconds().getOrDefault(program, 0.0);
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
