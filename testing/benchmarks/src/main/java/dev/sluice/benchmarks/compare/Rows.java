package dev.sluice.benchmarks.compare;

import com.sun.management.ThreadMXBean;
import dev.sluice.benchmarks.fluxion.FluxionMachine;
import dev.sluice.benchmarks.fluxion.Shape;
import dev.sluice.benchmarks.simulate.PolicyBenchmark;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.simulator.drive.ProgressWatch;
import dev.sluice.traces.Workload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// The rows of `bin/bench fluxion` and `bin/bench simulate`, in rounds that repeat exactly.
///
/// This file is compiled against each version, loaded with it, and seen from outside through types of the JDK alone:
/// from the name of a row and the folder of traces to a round, which returns samples by operation. A sample is
/// the thread's processor time for one operation, or for a batch where an operation is short: reading that time takes
/// part of a microsecond. The last sample is the bytes allocated for the operation in all.
public final class Rows implements BiFunction<String, String, Supplier<Map<String, long[]>>> {
    private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long SECONDS = 3600;
    private static final int KTH_PROCESSORS = 100;
    private static final int RESERVATIONS = 1_000;
    private static final long[] HOURS = {1, 2, 4, 8, 12, 24};

    @Override
    public Supplier<Map<String, long[]>> apply(String row, String traces) {
        int slash = row.indexOf('/');
        if (slash < 0) {
            return simulation(row, traces);
        }
        String policy = row.substring(0, slash);
        String rest = row.substring(slash + 1);
        if (rest.equals("reserve")) {
            return () -> reserve(policy);
        }
        if (rest.equals("memory") || rest.equals("gpu")) {
            return () -> PodRows.reserve(policy, rest);
        }
        Shape shape = Shape.valueOf(rest);
        return () -> turnOver(policy, shape);
    }

    /// How many operations are one sample.
    public static int batch(String row) {
        int slash = row.indexOf('/');
        return switch (row.substring(slash + 1)) {
            case "CORE", "NODE" -> 50;
            case "NODES_64" -> 5;
            default -> 1;
        };
    }

    private static Supplier<Map<String, long[]>> simulation(String policy, String traces) {
        try {
            Path file = Path.of(traces, "KTH-SP2__easy_backfill_scheduler_None_None.swf.gz");
            Workload workload = PolicyBenchmark.workload(file.toString(), KTH_PROCESSORS);
            return () -> {
                Samples samples = new Samples(1);
                samples.begin();
                PolicyBenchmark.scenario(policy, workload, KTH_PROCESSORS).run(ProgressWatch.NONE);
                samples.end();
                return Map.of("simulate", samples.taken());
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Fills the machine, then cancels a batch of the oldest jobs and allocates as many, again and again.
    private static Map<String, long[]> turnOver(String policy, Shape shape) {
        ResourceModel model = model(policy, shape == Shape.CORE ? 500 : 2_000);
        CompiledJobspec request = model.prepare(shape.jobspec(SECONDS));
        ArrayDeque<Long> running = new ArrayDeque<>();
        long job = 0;
        while (model.match(MatchOperation.ALLOCATE, request, job, 0) instanceof Outcome.Placed) {
            running.add(job++);
        }
        int batch = batch("/" + shape);
        int batches = shape == Shape.NODES_64 ? 100 : 200;
        Samples allocations = new Samples(batches);
        Samples cancellations = new Samples(batches);
        long[] oldest = new long[batch];
        for (int i = 0; i < batches; i++) {
            Arrays.setAll(oldest, _ -> running.remove());
            cancellations.begin();
            for (long gone : oldest) {
                model.cancel(gone);
            }
            cancellations.end();
            int placed = 0;
            allocations.begin();
            for (int j = 0; j < batch; j++) {
                if (model.match(MatchOperation.ALLOCATE, request, job + j, 0) instanceof Outcome.Placed) {
                    placed++;
                }
            }
            allocations.end();
            if (placed < batch) {
                throw new IllegalStateException("only (" + placed + ") jobs were placed again");
            }
            for (int j = 0; j < batch; j++) {
                running.add(job++);
            }
        }
        Map<String, long[]> result = new TreeMap<>();
        result.put("allocate", allocations.taken());
        result.put("cancel", cancellations.taken());
        return result;
    }

    /// Fills the machine with whole-node jobs, then reserves for a mixed queue behind them.
    private static Map<String, long[]> reserve(String policy) {
        ResourceModel model = model(policy, 2_000);
        Random random = new Random(1);
        long job = 0;
        List<CompiledJobspec> fillers = requests(model, Shape.NODE);
        while (model.match(MatchOperation.ALLOCATE, any(fillers, random), job, 0) instanceof Outcome.Placed) {
            job++;
        }
        List<CompiledJobspec> queue = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            queue.addAll(requests(model, shape));
        }
        Samples samples = new Samples(RESERVATIONS);
        for (int i = 0; i < RESERVATIONS; i++) {
            CompiledJobspec request = any(queue, random);
            samples.begin();
            Outcome outcome = model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, request, job++, 0);
            samples.end();
            if (!(outcome instanceof Outcome.Placed)) {
                throw new IllegalStateException("job (" + job + ") was not reserved for");
            }
        }
        return Map.of("reserve", samples.taken());
    }

    private static List<CompiledJobspec> requests(ResourceModel model, Shape shape) {
        List<CompiledJobspec> requests = new ArrayList<>();
        for (long hours : HOURS) {
            requests.add(model.prepare(shape.jobspec(hours * 3600)));
        }
        return requests;
    }

    private static CompiledJobspec any(List<CompiledJobspec> requests, Random random) {
        return requests.get(random.nextInt(requests.size()));
    }

    private static ResourceModel model(String policy, int nodes) {
        return new ResourceModel(
                FluxionMachine.of(nodes), MatchPolicy.named(policy).orElseThrow());
    }

    /// The processor time of each sample, and after them the bytes allocated by all.
    static final class Samples {
        private final long[] taken;
        private int next;
        private long bytes;
        private long nanos;

        Samples(int count) {
            taken = new long[count + 1];
        }

        void begin() {
            bytes = THREAD.getCurrentThreadAllocatedBytes();
            nanos = THREAD.getCurrentThreadCpuTime();
        }

        void end() {
            taken[next++] = THREAD.getCurrentThreadCpuTime() - nanos;
            taken[taken.length - 1] += THREAD.getCurrentThreadAllocatedBytes() - bytes;
        }

        long[] taken() {
            return taken;
        }
    }
}
