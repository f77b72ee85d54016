package dev.sluice.benchmarks.simulate;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Jobs simulated per second by policy, on KTH-SP2 and on a generated workload of a large machine; and the cost of a
/// pass with many waiting jobs.
///
/// Each policy runs in its own process, as in normal use: profiles of one policy would slow down the next.
public final class SimulateBenchmark {
    private static final List<String> BACKFILLING = List.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:16");
    private static final String CONSERVATIVE = "conservative";
    private static final int KTH_PROCESSORS = 100;
    private static final int PROCESSORS = 80_640;

    private SimulateBenchmark() {}

    /// Runs all of it and prints the figures.
    ///
    /// @param arguments the folder of the traces; then how many rounds, and how many jobs the large workload has
    public static void main(String... arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments.length > 0 ? arguments[0] : ".");
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60;
        int large = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 300_000;
        System.out.printf(
                "%s, %s, %d cores; each policy in a process of its own%n%n",
                System.getProperty("java.vm.version"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
        Path kth = folder.resolve("KTH-SP2__easy_backfill_scheduler_None_None.swf.gz");
        if (!Files.isRegularFile(kth)) {
            System.out.println(kth + " is not there: a generated workload of the same size takes its place");
        }
        System.out.printf(Locale.ROOT, "KTH-SP2 on %,d processors, best of %d rounds:%n", KTH_PROCESSORS, rounds);
        for (String policy : BACKFILLING) {
            measure(policy, rounds, KTH_PROCESSORS, kth.toString());
        }
        measure(CONSERVATIVE, rounds, KTH_PROCESSORS, kth.toString());
        System.out.printf(Locale.ROOT, "%nGenerated on %,d processors, best of 2 rounds:%n", PROCESSORS);
        for (String policy : BACKFILLING) {
            measure(policy, 2, PROCESSORS, Integer.toString(large));
        }
        // Conservative replans all waiting jobs after every early end, so its cost grows with the square of the jobs.
        measure(CONSERVATIVE, 2, PROCESSORS, Integer.toString(large / 10));
        System.out.println();
        PassBenchmark.run();
    }

    /// Runs [PolicyBenchmark] with this process's own options.
    private static void measure(String policy, int rounds, int processors, String workload)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), PolicyBenchmark.class.getName(), policy));
        command.addAll(List.of(Integer.toString(rounds), Integer.toString(processors), workload));
        int exit = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (exit != 0) {
            throw new IllegalStateException("the process of policy (" + policy + ") ended with (" + exit + ")");
        }
    }
}
