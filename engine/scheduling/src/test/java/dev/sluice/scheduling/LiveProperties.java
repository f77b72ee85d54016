package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.codec.RecordCodec;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.state.EngineImage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/// A scheduler of a cluster that restarts goes on as if it had not: it reads a snapshot and the records behind it while
/// no node is there, and then the cluster reports its nodes and what other schedulers hold, in any order.
class LiveProperties {
    private static final long S = Task.SECOND;
    private static final int STEPS = 40;
    private static final int STEPS_AFTER = 8;

    /// Back-offs and quarantines are short, so that histories see their ends.
    static final WorldOptions WORLD = new WorldOptions(
            WorldOptions.LIVE.stops(),
            4 * S,
            WorldOptions.LIVE.wallTime(),
            WorldOptions.LIVE.unsatisfiable(),
            new RetryOptions(3 * S, 12 * S),
            new QuarantineOptions(1.5, 30 * S, 15 * S),
            WorldOptions.LIVE.finished(),
            0);

    private final List<QueueRecord> records = new ArrayList<>();
    private long now;

    @Property(tries = 400, shrinking = ShrinkingMode.OFF)
    void aRestartedEngineEqualsTheLiveOneAndDecidesTheSame(@ForAll long seed, @ForAll("policies") String policy) {
        EngineOptions options = new EngineOptions(
                        Policies.named(policy).orElseThrow(), JobOrder.fifo(), queues(), CycleOptions.DEFAULT)
                .in(WORLD);
        Engine live = new Engine(options, LiveNode.emptyCluster(), true);
        LiveHistory history = new LiveHistory(seed, live, false);
        records.clear();
        now = 0;
        int steps = (int) Long.remainderUnsigned(seed, STEPS);
        int snapshotAfter = steps == 0 ? 0 : (int) Long.remainderUnsigned(seed / STEPS, steps);
        List<QueueRecord> snapshot = List.of();
        int from = 0;
        for (int i = 0; i < steps; i++) {
            step(List.of(live), history);
            if (i == snapshotAfter) {
                snapshot = live.snapshot(now);
                from = records.size();
            }
        }

        Engine restarted = new Engine(options, LiveNode.emptyCluster(), true);
        restarted.replay(stored(snapshot, seed));
        restarted.replay(stored(records.subList(from, records.size()), seed));
        // The driver of a restarted engine begins with this.
        restarted.handle(new Event.TimerFired(), now);
        live.handle(new Event.TimerFired(), now);
        history.facts().forEach(fact -> restarted.handle(fact, now));
        history.again().forEach(fact -> live.handle(fact, now));
        live.settle(now);
        restarted.settle(now);

        assertEqual(restarted, live);
        for (int i = 0; i < STEPS_AFTER; i++) {
            step(List.of(live, restarted), history);
            assertEqual(restarted, live);
        }
    }

    /// Time passes, the engine is woken whenever it asks for it, and then something happens.
    private void step(List<Engine> engines, LiveHistory history) {
        long until = now + history.pauseNanos();
        Engine live = engines.getFirst();
        while (live.nextWakeNanos() <= until) {
            now = Math.max(now, live.nextWakeNanos());
            handle(engines, new Event.TimerFired());
            settle(engines);
            assertThat(live.nextWakeNanos()).as("the engine is woken in vain").isGreaterThan(now);
        }
        now = until;
        for (int i = history.eventsAtOnce(); i > 0; i--) {
            handle(engines, history.next());
        }
        settle(engines);
    }

    private void handle(List<Engine> engines, Event event) {
        List<QueueRecord> written =
                inOrder(engines.getFirst().handle(event, now).records());
        records.addAll(written);
        for (Engine other : engines.subList(1, engines.size())) {
            assertThat(inOrder(other.handle(event, now).records()))
                    .as("%s at %d", event, now)
                    .isEqualTo(written);
        }
    }

    private void settle(List<Engine> engines) {
        List<QueueRecord> written = inOrder(engines.getFirst().settle(now).records());
        records.addAll(written);
        for (Engine other : engines.subList(1, engines.size())) {
            assertThat(inOrder(other.settle(now).records()))
                    .as("pass at %d", now)
                    .isEqualTo(written);
        }
    }

    /// Shares are listed in the order of the graph, which depends on the order in which its nodes were reported.
    private static List<QueueRecord> inOrder(List<QueueRecord> records) {
        return records.stream()
                .map(record -> switch (record) {
                    case QueueRecord.Planned it ->
                        new QueueRecord.Planned(it.job(), it.span(), inPathOrder(it.shares()), it.timeNanos());
                    case QueueRecord.Started it ->
                        new QueueRecord.Started(
                                it.job(), it.endNanos(), inPathOrder(it.shares()), it.backfilled(), it.timeNanos());
                    case QueueRecord.Extended it ->
                        new QueueRecord.Extended(it.job(), it.parts(), inPathOrder(it.shares()), it.timeNanos());
                    case QueueRecord.Reduced it ->
                        new QueueRecord.Reduced(it.job(), it.parts(), inPathOrder(it.shares()), it.timeNanos());
                    case QueueRecord.WindowEntered it ->
                        new QueueRecord.WindowEntered(
                                it.id(), it.name(), inPathOrder(it.shares()), it.span(), it.timeNanos());
                    default -> record;
                })
                .toList();
    }

    private static List<Share> inPathOrder(List<Share> shares) {
        return shares.stream().sorted(Comparator.comparing(Share::path)).toList();
    }

    private void assertEqual(Engine restarted, Engine live) {
        EngineImage image = restarted.image();
        assertThat(image.line()).as("queue").isEqualTo(live.image().line());
        assertThat(image.closed())
                .as("closed nodes")
                .containsExactlyInAnyOrderElementsOf(live.image().closed());
        assertThat(image.limits()).as("limits").isEqualTo(live.image().limits());
        assertThat(image.holdings()).as("holdings").isEqualTo(live.image().holdings());
        assertThat(image.queue()).isEqualTo(live.image().queue());
        assertThat(restarted.snapshot(now))
                .as("estimator, failure scores, quarantines, back-offs, attempts, wanted parts")
                .containsExactlyInAnyOrderElementsOf(live.snapshot(now));
        assertThat(free(restarted)).as("free amounts").isEqualTo(free(live));
        assertThat(restarted.nextWakeNanos()).as("next wake-up").isEqualTo(live.nextWakeNanos());
    }

    /// What is free of each pool, now and from the next moment on: what is overdue counts as free then.
    private Map<String, List<Long>> free(Engine engine) {
        ResourceGraph graph = engine.state().machine().graph();
        var availability = engine.state().machine().occupancy().availability();
        Map<String, List<Long>> free = new TreeMap<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (!graph.isRemoved(vertex) && graph.isDivisible(vertex)) {
                free.put(
                        graph.path(vertex),
                        List.of(
                                availability.freeNow(vertex, now, now + 1),
                                availability.free(vertex, now + 1, now + 5 * S)));
            }
        }
        return free;
    }

    /// What a store keeps is text; not every history takes the time to write and read it.
    private static List<QueueRecord> stored(List<QueueRecord> records, long seed) {
        return seed % 4 != 0
                ? records
                : records.stream()
                        .map(RecordCodec::encode)
                        .map(RecordCodec::decode)
                        .toList();
    }

    static List<QueueRules> queues() {
        long any = Long.MAX_VALUE;
        return List.of(
                GraphWorkload.queues().getFirst(),
                new QueueRules(
                        QueuePriority.DEFAULT_QUEUE,
                        Optional.empty(),
                        List.of(
                                new Limit(Limit.Scope.USER, new ResourceAmounts(4, any, 7, any)),
                                new Limit(Limit.Scope.QUEUE, new ResourceAmounts(any, any, 12, any)))));
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }
}
