package dev.sluice.benchmarks.fluxion;

import dev.sluice.benchmarks.Times;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.GrugReader;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.match.ReferenceMatcher;
import dev.sluice.graph.match.ReferenceOccupancy;
import dev.sluice.graph.match.View;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.runtime.fault.Invariants;
import dev.sluice.runtime.random.Seeds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// The matcher alone on the shapes that Fluxion was measured on.
///
/// Every row starts from an empty machine in the same process; the first fifth of the operations warms up and
/// is not counted. Three answers of each row are compared with those of the plain reference matcher.
public final class FluxionBenchmark {
    private static final long SECONDS = 3600;
    private static final int CHECKED = 3;
    private static final int OPERATIONS_MAX = 100_000;
    private static final int RESERVATIONS = 2_000;

    /// Wall times that people ask for.
    private static final long[] HOURS = {1, 2, 4, 8, 12, 24};

    private final int nodes;

    private FluxionBenchmark(int nodes) {
        this.nodes = nodes;
    }

    /// Runs all rows and prints them.
    ///
    /// @param arguments how many nodes, and the folder with the machine's files
    public static void main(String[] arguments) throws IOException {
        FluxionBenchmark benchmark = new FluxionBenchmark(Integer.parseInt(arguments[0]));
        System.out.printf(
                "%d nodes, %,d vertices%n",
                benchmark.nodes, FluxionMachine.of(benchmark.nodes).vertexCount());
        System.out.printf("%-44s %12s %9s %9s %10s%n", "", "per second", "median", "p99", "longest");
        for (String policy : List.of("first", "lonode", "high")) {
            benchmark.turnOver(policy, Shape.CORE);
            benchmark.turnOver(policy, Shape.NODE);
            benchmark.turnOver(policy, Shape.NODES_64);
            benchmark.reserve(policy);
        }
        benchmark.remember();
        benchmark.load(Path.of(arguments[1]));
    }

    /// Allocates, and when the machine is full cancels the oldest job first.
    private void turnOver(String policy, Shape shape) {
        ResourceModel model = model(policy);
        CompiledJobspec request = model.prepare(shape.jobspec(SECONDS));
        check(model, policy, shape);
        ArrayDeque<Long> running = new ArrayDeque<>();
        Times allocations = new Times();
        Times cancellations = new Times();
        long job = 0;
        int warm = Math.max(2000, nodes / 5);
        int enough = shape == Shape.NODES_64 ? OPERATIONS_MAX / 10 : OPERATIONS_MAX;
        while (allocations.count() < enough) {
            if (!allocate(model, request, job, allocations, warm)) {
                long oldest = running.remove();
                long begin = System.nanoTime();
                model.cancel(oldest);
                if (job > warm) {
                    cancellations.add(System.nanoTime() - begin);
                }
                continue;
            }
            running.add(job++);
        }
        report("allocate", policy, shape.title, allocations);
        if (cancellations.count() > 0) {
            report("cancel", policy, shape.title, cancellations);
        }
    }

    private static boolean allocate(ResourceModel model, CompiledJobspec request, long job, Times times, int warm) {
        long begin = System.nanoTime();
        Outcome outcome = model.match(MatchOperation.ALLOCATE, request, job, 0);
        long time = System.nanoTime() - begin;
        if (!(outcome instanceof Outcome.Placed)) {
            return false;
        }
        if (job >= warm) {
            times.add(time);
        }
        return true;
    }

    /// Fills the machine with whole-node jobs, then reserves for a mixed queue behind them.
    private void reserve(String policy) {
        ResourceModel model = model(policy);
        RandomGenerator random = new Seeds(1).forActor("queue");
        long job = 0;
        List<CompiledJobspec> fillers = requests(model, Shape.NODE);
        while (model.match(MatchOperation.ALLOCATE, any(fillers, random), job, 0) instanceof Outcome.Placed) {
            job++;
        }
        List<CompiledJobspec> queue = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            queue.addAll(requests(model, shape));
        }
        Times times = new Times();
        int warm = RESERVATIONS / 5;
        for (int i = 0; i < RESERVATIONS + warm; i++) {
            CompiledJobspec request = any(queue, random);
            long begin = System.nanoTime();
            Outcome outcome = model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, request, job++, 0);
            long time = System.nanoTime() - begin;
            Invariants.check(outcome instanceof Outcome.Placed, "job (%d) was not reserved for", job);
            if (i >= warm) {
                times.add(time);
            }
        }
        report("reserve past full", policy, "mixed queue", times);
    }

    /// What a thousand reservations of 64 nodes behind a full machine weigh.
    private void remember() {
        ResourceModel model = model("lonode");
        CompiledJobspec node = model.prepare(Shape.NODE.jobspec(SECONDS));
        CompiledJobspec large = model.prepare(Shape.NODES_64.jobspec(SECONDS));
        long job = 0;
        while (model.match(MatchOperation.ALLOCATE, node, job, 0) instanceof Outcome.Placed) {
            job++;
        }
        long before = usedMegabytes();
        int reserved = 0;
        while (reserved < 1000
                && model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, large, job + reserved, 0)
                        instanceof Outcome.Placed) {
            reserved++;
        }
        System.out.printf(
                "%-44s %9d MiB%n", "held by " + reserved + " reservations of 64 nodes", usedMegabytes() - before);
    }

    private static List<CompiledJobspec> requests(ResourceModel model, Shape shape) {
        List<CompiledJobspec> requests = new ArrayList<>();
        for (long hours : HOURS) {
            requests.add(model.prepare(shape.jobspec(hours * 3600)));
        }
        return requests;
    }

    private static CompiledJobspec any(List<CompiledJobspec> requests, RandomGenerator random) {
        return requests.get(random.nextInt(requests.size()));
    }

    /// The same answers as the plain reference, which looks at all of the machine.
    private static void check(ResourceModel model, String policy, Shape shape) {
        ReferenceOccupancy plain = new ReferenceOccupancy(model.graph());
        for (Occupancy.Holding held : model.occupancy().holdings()) {
            plain.hold(held.job(), held.placement(), held.start(), held.end(), held.reserved());
        }
        ReferenceMatcher reference = new ReferenceMatcher(
                model.graph(), plain, MatchPolicy.named(policy).orElseThrow());
        for (int i = 0; i < CHECKED; i++) {
            long job = -1L - i;
            Optional<Placement> expected = reference.match(shape.jobspec(SECONDS), View.NOW, 0, SECONDS);
            Outcome found = model.match(MatchOperation.ALLOCATE, shape.jobspec(SECONDS), job, 0);
            String answer = found instanceof Outcome.Placed placed
                    ? SimpleWriter.simple(model.graph(), placed.placement())
                    : "none";
            String reply = expected.map(placement -> SimpleWriter.simple(model.graph(), placement))
                    .orElse("none");
            Invariants.check(answer.equals(reply), "the answers differ for (%s)", shape.title + " under " + policy);
            expected.ifPresent(placement -> {
                reference.noteUse(placement, true);
                plain.hold(job, placement, 0, SECONDS, false);
            });
        }
        for (int i = 0; i < CHECKED; i++) {
            model.cancel(-1 - i);
        }
    }

    private void load(Path folder) throws IOException {
        for (String file : List.of("machine.graphml", "machine.json")) {
            long best = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                long begin = System.nanoTime();
                int vertices = read(folder.resolve(file)).vertexCount();
                best = Math.min(best, System.nanoTime() - begin);
                Invariants.check(vertices > nodes, "only (%d) vertices", vertices);
            }
            long before = usedMegabytes();
            ResourceGraph graph = read(folder.resolve(file));
            System.out.printf(
                    "%-44s %10.2f s, %d MiB for %,d vertices%n",
                    "load " + file, best / 1e9, usedMegabytes() - before, graph.vertexCount());
        }
    }

    private static ResourceGraph read(Path file) throws IOException {
        if (file.toString().endsWith(".graphml")) {
            return GrugReader.read(Files.readString(file), file.toString());
        }
        try (InputStream text = Files.newInputStream(file)) {
            return JgfReader.read(text, file.toString());
        }
    }

    private ResourceModel model(String policy) {
        return new ResourceModel(
                FluxionMachine.of(nodes), MatchPolicy.named(policy).orElseThrow());
    }

    private static void report(String what, String policy, String shape, Times times) {
        System.out.printf(
                "%-44s %,12.0f %6.1f µs %6.1f µs %7.2f ms%n",
                what + ", " + policy + ", " + shape,
                times.perSecond(),
                times.quantile(0.5),
                times.quantile(0.99),
                times.quantile(1) / 1e3);
    }

    private static long usedMegabytes() {
        Runtime runtime = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return (runtime.totalMemory() - runtime.freeMemory()) >> 20;
    }
}
