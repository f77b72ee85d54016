package dev.sluice.benchmarks.simulate;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.ProgressWatch;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.simulator.drive.SimulationOptions;
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
import java.util.Locale;

/// One policy on one workload, again and again: jobs simulated per second in the best round. Besides the time on the
/// clock it counts the thread's own, as machines are shared.
public final class PolicyBenchmark {
    private static final double NANOS = 1e9;
    private static final int KTH_JOBS = 28_481;

    private PolicyBenchmark() {}

    /// Prints one line of figures. In place of a trace that is not there, a workload of its size is generated.
    ///
    /// @param arguments the policy, how many rounds, how many processors, and a trace or how many jobs to generate
    public static void main(String... arguments) throws IOException {
        int rounds = Integer.parseInt(arguments[1]);
        int processors = Integer.parseInt(arguments[2]);
        measure(arguments[0], workload(arguments[3], processors), processors, rounds);
    }

    public static Workload workload(String source, int processors) throws IOException {
        if (source.matches("\\d+")) {
            return generated(Integer.parseInt(source), processors);
        }
        Path file = Path.of(source);
        return Files.isRegularFile(file)
                ? WorkloadFormat.SWF
                        .read(file, WorkloadFormat.Options.USUAL.with(Strictness.STRICT))
                        .workload()
                : generated(KTH_JOBS, processors);
    }

    private static Workload generated(int jobs, int processors) {
        Seeds seeds = new Seeds(1);
        Workload plain = new LublinFeitelson(LublinFeitelson.Jobs.BATCH, processors).generate(jobs, seeds);
        Workload loaded = LoadScaling.toLoad(plain, processors, 0.9);
        return TsafrirEstimates.fitting(loaded).assign(loaded, seeds);
    }

    private static void measure(String policy, Workload workload, int processors, int rounds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        double best = Double.MAX_VALUE;
        double bestOwn = Double.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            long start = System.nanoTime();
            long own = threads.getCurrentThreadCpuTime();
            scenario(policy, workload, processors).run(ProgressWatch.NONE);
            best = Math.min(best, (System.nanoTime() - start) / NANOS);
            bestOwn = Math.min(bestOwn, (threads.getCurrentThreadCpuTime() - own) / NANOS);
        }
        int jobs = workload.jobs().size();
        System.out.printf(
                Locale.ROOT,
                "  %-14s %,9d jobs  %,10.0f jobs/s  %,10.0f jobs/s of own time  %,6d MB in use%n",
                policy,
                jobs,
                jobs / best,
                jobs / bestOwn,
                usedMegabytes());
    }

    public static Scenario scenario(String policy, Workload workload, int processors) {
        return new Scenario(
                new RunName(policy, "benchmark", processors + " processors", 0),
                workload,
                SimulatedMachine.counting(processors),
                EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT),
                SimulationOptions.plain(Estimates.AT_LEAST_RUN, new Seeds(0)));
    }

    private static long usedMegabytes() {
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
