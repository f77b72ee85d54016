package dev.sluice.benchmarks.delta;

import dev.sluice.benchmarks.Times;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.queue.Job;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;

/// What one change of the cluster costs the engine while jobs of many shapes wait.
///
/// Each event is measured twice: alone, and together with the pass that follows it, in which the engine tries each of
/// the waiting shapes. The pass shows work that an event leaves for later. None of the waiting jobs fits beside what
/// other schedulers hold, so all of them wait throughout; small ones run on a tenth of the nodes. A last row makes a
/// new engine from all facts.
public final class DeltaBenchmark {
    private static final int SHAPES = 500;

    /// There is a running job for so many nodes.
    private static final int NODES_PER_RUNNING = 10;

    private static final long SECOND = 1_000_000_000L;
    private static final int SAMPLES_MAX = 2_000;
    private static final int WARM_UP = 200;

    /// How long one row may take. A slow row has fewer samples, but at least [#SAMPLES_MIN].
    private static final long ROW_NANOS = 3_000_000_000L;

    private static final int SAMPLES_MIN = 3;

    private final int nodes;
    private final LiveCluster cluster;
    private final RandomGenerator random = new Seeds(2).forActor("events");
    private final List<String> rows = new ArrayList<>();
    private Engine engine;
    private long nextHolder = 1;
    private int lastNode;

    private DeltaBenchmark(int nodes) {
        this.nodes = nodes;
        this.cluster = new LiveCluster(nodes);
        this.engine = newEngine();
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

    private static Engine newEngine() {
        ResourceModel machine =
                new ResourceModel(LiveCluster.empty(), MatchPolicy.named("low").orElseThrow());
        return new Engine(EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE), machine, true);
    }

    private void handle(Event event) {
        engine.handle(event, SECOND);
    }

    private void run() {
        enterAll();
        List<String> extra = new ArrayList<>();
        measure("foreign holding added", () -> {}, () -> {
            String id = "extra" + nextHolder++;
            Event one = held(id, anyNode());
            extra.add(id);
            return one;
        });
        measure("foreign holding gone", () -> {}, () -> {
            if (extra.isEmpty()) {
                String id = "extra" + nextHolder++;
                handle(held(id, anyNode()));
                extra.add(id);
            }
            return new Event.ForeignGone(extra.removeLast());
        });
        measure("node resized", () -> {}, () -> {
            String pool = LiveCluster.path(anyNode()) + "/core0";
            return new Event.NodeResized(pool, nextHolder++ % 2 == 0 ? 63_000 : 64_000);
        });
        List<Integer> cordoned = new ArrayList<>();
        measure("node cordoned", () -> {}, () -> {
            if (!cordoned.isEmpty()) {
                return new Event.NodeOpened(LiveCluster.path(cordoned.removeLast()), ClosedReason.CORDONED);
            }
            cordoned.add(anyNode());
            return new Event.NodeClosed(LiveCluster.path(cordoned.getLast()), ClosedReason.CORDONED);
        });
        measure(
                "node relabelled",
                () -> {},
                () -> new Event.NodeRelabelled(LiveCluster.path(anyNode()), Map.of("zone" + random.nextInt(3), "")));
        measure(
                "node removed",
                () -> handle(new Event.NodeAdded(cluster.graph(List.of(lastNode)))),
                () -> new Event.NodeRemoved(LiveCluster.path(anyNode())));
        measure("node added", () -> {}, () -> {
            handle(new Event.NodeRemoved(LiveCluster.path(anyNode())));
            return new Event.NodeAdded(cluster.graph(List.of(lastNode)));
        });
        rebuild();
    }

    private Event held(String id, int node) {
        return new Event.ForeignHeld(cluster.use(id, node));
    }

    private int anyNode() {
        lastNode = random.nextInt(nodes);
        return lastNode;
    }

    private void enterAll() {
        Times alone = new Times();
        Times withPass = new Times();
        for (int i = 0; i < SAMPLES_MIN; i++) {
            engine = newEngine();
            submitAll();
            Event all = new Event.NodeAdded(cluster.graph());
            long begin = System.nanoTime();
            handle(all);
            alone.add(System.nanoTime() - begin);
            engine.settle(SECOND);
            withPass.add(System.nanoTime() - begin);
        }
        add("all nodes entered at once", alone, withPass);
        engine = newEngine();
        enterFacts();
    }

    /// Nodes, what others hold on them, and the jobs that wait.
    private void enterFacts() {
        handle(new Event.NodeAdded(cluster.graph()));
        for (int node = 0; node < nodes; node++) {
            for (int i = 0; i < LiveCluster.HOLDINGS_PER_NODE; i++) {
                handle(held("pod" + node + "-" + i, node));
            }
        }
        int running = nodes / NODES_PER_RUNNING;
        for (int job = 0; job < running; job++) {
            handle(new Event.JobSubmitted(Job.of(SHAPES + job, LiveCluster.small(), (3_600L + job) * SECOND)));
        }
        engine.settle(SECOND);
        submitAll();
        engine.settle(SECOND);
        if (engine.table().runningCount() != running) {
            throw new IllegalStateException(
                    "(" + engine.table().runningCount() + ") jobs run instead of (" + running + ")");
        }
    }

    private void submitAll() {
        long id = 0;
        for (Jobspec shape : cluster.shapes(SHAPES)) {
            handle(new Event.JobSubmitted(Job.of(id++, shape, 3_600 * SECOND)));
        }
    }

    /// The same state from scratch.
    private void rebuild() {
        Times all = new Times();
        for (int i = 0; i < SAMPLES_MIN; i++) {
            long begin = System.nanoTime();
            engine = newEngine();
            enterFacts();
            all.add(System.nanoTime() - begin);
        }
        add("rebuilt from all facts", all, all);
    }

    /// Makes the next event.
    private interface Preparation {
        Event next();
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
            Event event = preparation.next();
            long begin = System.nanoTime();
            handle(event);
            if (withPass) {
                engine.settle(SECOND);
            }
            long time = System.nanoTime() - begin;
            undo.run();
            // Without a pass to follow, what the event has left is done here.
            engine.settle(SECOND);
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
