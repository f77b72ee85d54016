package dev.sluice.benchmarks.simulate;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.drive.Watch;
import dev.sluice.simulator.result.RunName;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.TsafrirEstimates;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// Jobs simulated per second and policy, on KTH-SP2 and on a generated workload of a large machine; and what a pass
/// costs with many waiting jobs. Besides the time on the clock it counts the thread's own, as machines are shared.
public final class SimulateBenchmark {
    private static final double NANOS = 1e9;
    private static final List<String> POLICIES =
            List.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:16", "conservative");

    private static final List<String> BACKFILLING = List.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:16");

    private SimulateBenchmark() {}

    /// Runs all of it and prints the figures.
    ///
    /// @param arguments the folder of the traces; then how many rounds, and how many jobs the large workload has
    public static void main(String... arguments) throws IOException {
        Path folder = Path.of(arguments.length > 0 ? arguments[0] : ".");
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 60;
        int large = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 300_000;
        System.out.printf(
                "%s, %s, %d cores%n%n",
                System.getProperty("java.vm.version"),
                System.getProperty("os.arch"),
                Runtime.getRuntime().availableProcessors());
        simulate("KTH-SP2", kth(folder), 100, rounds, POLICIES);
        simulate("generated", generated(large, 80_640), 80_640, 2, BACKFILLING);
        // Conservative asks everybody who waits after every early end, so its cost grows with the square of the jobs.
        simulate("generated", generated(large / 10, 80_640), 80_640, 2, List.of("conservative"));
        PassBenchmark.run();
    }

    private static Workload kth(Path folder) throws IOException {
        Path file = folder.resolve("KTH-SP2__easy_backfill_scheduler_None_None.swf.gz");
        if (!Files.isRegularFile(file)) {
            System.out.println(file + " is not there: a generated workload of the same size takes its place");
            return generated(28_481, 100);
        }
        return WorkloadFormat.SWF
                .read(file, WorkloadFormat.Options.USUAL.with(Strictness.STRICT))
                .workload();
    }

    private static Workload generated(int jobs, int processors) {
        Seeds seeds = new Seeds(1);
        Workload plain = new LublinFeitelson(LublinFeitelson.Jobs.BATCH, processors).generate(jobs, seeds);
        Workload loaded = LoadScaling.toLoad(plain, processors, 0.9);
        return TsafrirEstimates.fitting(loaded).assign(loaded, seeds);
    }

    private static void simulate(String trace, Workload workload, int size, int rounds, List<String> policies) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        System.out.printf(
                Locale.ROOT,
                "%s: %,d jobs on %,d processors%n",
                trace,
                workload.jobs().size(),
                size);
        for (String policy : policies) {
            double best = Double.MAX_VALUE;
            double bestOwn = Double.MAX_VALUE;
            for (int round = 0; round < rounds; round++) {
                long start = System.nanoTime();
                long own = threads.getCurrentThreadCpuTime();
                scenario(trace, workload, size, policy).run(Watch.NOBODY);
                best = Math.min(best, (System.nanoTime() - start) / NANOS);
                bestOwn = Math.min(bestOwn, (threads.getCurrentThreadCpuTime() - own) / NANOS);
            }
            int jobs = workload.jobs().size();
            System.out.printf(
                    Locale.ROOT,
                    "  %-14s %,10.0f jobs/s  %,10.0f jobs/s of own time  %,6d MB in use%n",
                    policy,
                    jobs / best,
                    jobs / bestOwn,
                    usedMegabytes());
        }
        System.out.println();
    }

    private static Scenario scenario(String trace, Workload workload, int size, String policy) {
        return new Scenario(
                new RunName(policy, trace, size + " processors", 0),
                workload,
                SimulatedMachine.counting(size),
                EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT),
                SimulationOptions.plain(Estimates.AT_LEAST_RUN, new Seeds(0)));
    }

    private static long usedMegabytes() {
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
