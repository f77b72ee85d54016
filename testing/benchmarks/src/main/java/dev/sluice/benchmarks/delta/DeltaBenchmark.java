package dev.sluice.benchmarks.delta;

import dev.sluice.benchmarks.Times;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/// What one change of the cluster costs while jobs of many shapes wait.
///
/// Each event is measured twice: alone, and together with one pass, which tries to match each of the waiting shapes
/// once. The pass shows work that an event leaves for later. A last row rebuilds the model from scratch.
public final class DeltaBenchmark {
    private static final int SHAPES = 500;
    private static final long DURATION = 3600;
    private static final int SAMPLES_MAX = 2_000;
    private static final int WARM_UP = 200;

    /// How long one row may take. A slow row has fewer samples, but at least [#SAMPLES_MIN].
    private static final long ROW_NANOS = 3_000_000_000L;

    private static final int SAMPLES_MIN = 3;

    private final int nodes;
    private final LiveCluster cluster;
    private final RandomGenerator random = new Seeds(2).forActor("events");
    private final List<String> rows = new ArrayList<>();
    private ResourceModel model;
    private ResourceGraph graph;
    private List<CompiledJobspec> shapes = List.of();
    private long nextHolder = 1;
    private int lastNode;
    private long matched;

    private DeltaBenchmark(int nodes) {
        this.nodes = nodes;
        this.cluster = new LiveCluster(nodes);
        this.model = model(LiveCluster.empty());
        this.graph = model.graph();
    }

    /// Runs all rows for each number of nodes and prints one table.
    ///
    /// @param arguments the numbers of nodes
    public static void main(String... arguments) {
        List<String> table = new ArrayList<>();
        for (String count : arguments.length > 0 ? arguments : new String[] {"100", "1000", "5000", "50000"}) {
            DeltaBenchmark benchmark = new DeltaBenchmark(Integer.parseInt(count));
            benchmark.run();
            table.addAll(benchmark.rows);
        }
        System.out.printf(
                "%n%-8s %-26s %12s %12s %14s %14s%n", "nodes", "event", "median", "p99", "with pass", "with pass p99");
        table.forEach(System.out::println);
    }

    private static ResourceModel model(ResourceGraph graph) {
        return new ResourceModel(graph, MatchPolicy.named("lonode").orElseThrow());
    }

    private void run() {
        enterAll();
        List<Holding> extra = new ArrayList<>();
        measure("foreign holding added", () -> {}, () -> {
            Holding one = cluster.holding(graph, anyNode(), nextHolder++);
            extra.add(one);
            return () -> model.occupancy().force(one);
        });
        measure("foreign holding gone", () -> {}, () -> {
            if (extra.isEmpty()) {
                Holding one = cluster.holding(graph, anyNode(), nextHolder++);
                model.occupancy().force(one);
                extra.add(one);
            }
            long holder = extra.removeLast().job();
            return () -> model.cancel(holder);
        });
        measure("node resized", () -> {}, () -> {
            int core = graph.target(graph.firstOut(anyNode()));
            long size = graph.size(core) == 64_000 ? 63_000 : 64_000;
            return () -> model.resize(core, size);
        });
        measure("node cordoned", () -> {}, () -> {
            int node = anyNode();
            boolean down = !graph.isDown(node);
            return () -> model.setDown(node, down);
        });
        measure("node relabelled", () -> {}, () -> {
            int node = anyNode();
            String zone = "zone" + random.nextInt(3);
            return () -> model.graph().setProperty(node, zone, "");
        });
        measure("node removed", this::putBack, () -> {
            int node = anyNode();
            return () -> model.remove(node);
        });
        measure("node added", () -> cluster.holdings(graph, lastNode).forEach(model.occupancy()::force), () -> {
            model.remove(anyNode());
            ResourceGraph part = cluster.graph(List.of(lastNode));
            return () -> model.attach(part);
        });
        rebuild();
        System.out.printf(Locale.ROOT, "%,d matches%n", matched);
    }

    private void putBack() {
        model.attach(cluster.graph(List.of(lastNode)));
        cluster.holdings(graph, lastNode).forEach(model.occupancy()::force);
    }

    private int anyNode() {
        lastNode = random.nextInt(nodes);
        return graph.findByPath(LiveCluster.path(lastNode)).orElseThrow();
    }

    private void enterAll() {
        ResourceGraph whole = cluster.graph();
        Times alone = new Times();
        Times withPass = new Times();
        for (int i = 0; i < 3; i++) {
            model = model(LiveCluster.empty());
            graph = model.graph();
            prepareShapes();
            long begin = System.nanoTime();
            model.attach(whole);
            alone.add(System.nanoTime() - begin);
            pass();
            withPass.add(System.nanoTime() - begin);
        }
        for (int node = 0; node < nodes; node++) {
            cluster.holdings(graph, node).forEach(model.occupancy()::force);
        }
        pass();
        add("all nodes entered at once", alone, withPass);
    }

    private void prepareShapes() {
        List<CompiledJobspec> prepared = new ArrayList<>();
        for (Jobspec jobspec : cluster.shapes(SHAPES)) {
            prepared.add(model.prepare(jobspec));
        }
        shapes = prepared;
    }

    /// The same state from scratch.
    private void rebuild() {
        List<Holding> held = model.occupancy().holdings();
        Times alone = new Times();
        Times withPass = new Times();
        for (int i = 0; i < 3; i++) {
            long begin = System.nanoTime();
            model = model(graph);
            held.forEach(model.occupancy()::force);
            alone.add(System.nanoTime() - begin);
            prepareShapes();
            pass();
            withPass.add(System.nanoTime() - begin);
        }
        add("rebuilt from scratch", alone, withPass);
    }

    private void pass() {
        for (CompiledJobspec shape : shapes) {
            matched += model.findAt(shape, 0, DURATION).isPresent() ? 1 : 0;
        }
    }

    /// An event that is ready to happen.
    private interface Preparation {
        Runnable next();
    }

    private void measure(String event, Runnable undo, Preparation preparation) {
        Times alone = samples(preparation, undo, false);
        Times withPass = samples(preparation, undo, true);
        add(event, alone, withPass);
    }

    private Times samples(Preparation preparation, Runnable undo, boolean withPass) {
        Times times = new Times();
        long deadline = System.nanoTime() + ROW_NANOS;
        for (int i = 0; i < SAMPLES_MAX + WARM_UP; i++) {
            if (times.count() >= SAMPLES_MIN && System.nanoTime() > deadline) {
                break;
            }
            Runnable event = preparation.next();
            long begin = System.nanoTime();
            event.run();
            if (withPass) {
                pass();
            }
            long time = System.nanoTime() - begin;
            undo.run();
            boolean isWarm = i >= WARM_UP || System.nanoTime() > deadline - ROW_NANOS / 2;
            if (isWarm) {
                times.add(time);
            }
        }
        return times;
    }

    private void add(String event, Times alone, Times withPass) {
        String row = String.format(
                Locale.ROOT,
                "%-8d %-26s %9.1f µs %9.1f µs %11.1f µs %11.1f µs",
                nodes,
                event,
                alone.quantile(0.5),
                alone.quantile(0.99),
                withPass.quantile(0.5),
                withPass.quantile(0.99));
        System.out.println(row);
        rows.add(row);
    }
}
