package dev.sluice.benchmarks;

import dev.sluice.graph.plan.Timelines;
import dev.sluice.runtime.fault.Invariants;
import dev.sluice.runtime.random.Seeds;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// A cluster's cores as one timeline with so many reservations pending, packed to nine tenths: each began as a
/// first fit from a random moment on. An operation adds a span and removes it again, or looks for the first
/// fit: of a job of usual size from a random moment on, or of one that needs most of the cluster from the very
/// beginning.
///
/// The usual job has many gaps in its way that are too short; the large one has few gaps but a long way.
///
/// Beside it: a sorted map from each point to what is in use from there on, which is walked point by point, as
/// planners on a red-black tree do; and the plain list of spans, from which the first fit sorts and sweeps
/// everything.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TimelinesBenchmark {
    private static final long CORES = 16_384;
    private static final int CORES_OF_A_JOB_MAX = 1_024;
    private static final int CORES_OF_A_LARGE_JOB = 12_288;
    private static final int DURATION_MAX = 10_000;
    private static final double LOAD = 0.9;
    private static final int TIME_SHIFT = 17; // leaves room for an amount and its sign
    private static final int DRAWS = 1 << 16; // drawn beforehand, so that drawing is not measured

    @Param({"100", "10000", "100000"})
    int pending;

    private final long[] starts = new long[DRAWS];
    private final long[] durations = new long[DRAWS];
    private final long[] amounts = new long[DRAWS];
    private int draw;

    private final Timelines timelines = new Timelines();
    private final int cores = timelines.create(CORES);

    private static final class Point {
        long use;
        int references;
    }

    private final NavigableMap<Long, Point> map = new TreeMap<>();

    private long[] spanStarts = {};
    private long[] spanEnds = {};
    private long[] spanAmounts = {};

    @Setup(Level.Trial)
    public void fill() {
        RandomGenerator random = new Seeds(1).forActor("timelines");
        double area = 0.25 * CORES_OF_A_JOB_MAX * DURATION_MAX * pending;
        long horizon = Math.max(DURATION_MAX, (long) (area / (LOAD * CORES)));
        for (int i = 0; i < DRAWS; i++) {
            starts[i] = random.nextLong(horizon);
            durations[i] = 1 + random.nextLong(DURATION_MAX);
            amounts[i] = 1 + random.nextLong(CORES_OF_A_JOB_MAX);
        }
        spanStarts = new long[pending];
        spanEnds = new long[pending];
        spanAmounts = new long[pending];
        for (int i = 0; i < pending; i++) {
            long duration = 1 + random.nextLong(DURATION_MAX);
            spanAmounts[i] = 1 + random.nextLong(CORES_OF_A_JOB_MAX);
            spanStarts[i] = timelines.firstFit(cores, random.nextLong(horizon), duration, spanAmounts[i]);
            spanEnds[i] = spanStarts[i] + duration;
            timelines.addSpan(cores, spanStarts[i], spanEnds[i], spanAmounts[i]);
            addToMap(spanStarts[i], spanEnds[i], spanAmounts[i]);
        }
        checkThatAllAgree();
    }

    private void checkThatAllAgree() {
        for (int i = 0; i < 20; i++) {
            long amount = i % 2 == 0 ? amounts[i] : CORES_OF_A_LARGE_JOB;
            long fit = timelines.firstFit(cores, starts[i], durations[i], amount);
            Invariants.check(fit == firstFitInMap(starts[i], durations[i], amount), "the map disagrees on (%d)", fit);
            Invariants.check(fit == firstFitInList(starts[i], durations[i], amount), "the list disagrees on (%d)", fit);
        }
    }

    private int next() {
        draw = (draw + 1) & (DRAWS - 1);
        return draw;
    }

    @Benchmark
    public int addRemoveTimelines() {
        int i = next();
        int span = timelines.addSpan(cores, starts[i], starts[i] + durations[i], amounts[i]);
        timelines.removeSpan(span);
        return i;
    }

    @Benchmark
    public int addRemoveSortedMap() {
        int i = next();
        addToMap(starts[i], starts[i] + durations[i], amounts[i]);
        removeFromMap(starts[i], starts[i] + durations[i], amounts[i]);
        return i;
    }

    @Benchmark
    public long firstFitTimelines() {
        int i = next();
        return timelines.firstFit(cores, starts[i], durations[i], amounts[i]);
    }

    @Benchmark
    public long firstFitSortedMap() {
        int i = next();
        return firstFitInMap(starts[i], durations[i], amounts[i]);
    }

    @Benchmark
    public long firstFitList() {
        int i = next();
        return firstFitInList(starts[i], durations[i], amounts[i]);
    }

    @Benchmark
    public long firstLargeFitTimelines() {
        return timelines.firstFit(cores, 0, durations[next()], CORES_OF_A_LARGE_JOB);
    }

    @Benchmark
    public long firstLargeFitSortedMap() {
        return firstFitInMap(0, durations[next()], CORES_OF_A_LARGE_JOB);
    }

    private void addToMap(long start, long end, long amount) {
        point(start).references++;
        point(end).references++;
        for (Point point : map.subMap(start, end).values()) {
            point.use += amount;
        }
    }

    private void removeFromMap(long start, long end, long amount) {
        for (Point point : map.subMap(start, end).values()) {
            point.use -= amount;
        }
        release(start);
        release(end);
    }

    private Point point(long time) {
        Map.Entry<Long, Point> before = map.floorEntry(time);
        if (before != null && before.getKey() == time) {
            return before.getValue();
        }
        Point point = new Point();
        point.use = before == null ? 0 : before.getValue().use;
        map.put(time, point);
        return point;
    }

    private void release(long time) {
        Point point = map.get(time);
        if (point != null && --point.references == 0) {
            map.remove(time);
        }
    }

    private long firstFitInMap(long earliest, long duration, long amount) {
        long limit = CORES - amount;
        Map.Entry<Long, Point> before = map.floorEntry(earliest);
        boolean free = before == null || before.getValue().use <= limit;
        long start = earliest;
        for (Map.Entry<Long, Point> entry : map.tailMap(earliest, false).entrySet()) {
            if (free && entry.getKey() - start >= duration) {
                return start;
            }
            boolean nowFree = entry.getValue().use <= limit;
            if (nowFree && !free) {
                start = entry.getKey();
            }
            free = nowFree;
        }
        return start;
    }

    private long firstFitInList(long earliest, long duration, long amount) {
        long limit = CORES - amount;
        // The change in the lower bits beside its time, so that a plain sort will do.
        long[] changes = new long[2 * pending];
        for (int i = 0; i < pending; i++) {
            changes[2 * i] = (spanStarts[i] << TIME_SHIFT) + spanAmounts[i] + CORES;
            changes[2 * i + 1] = (spanEnds[i] << TIME_SHIFT) - spanAmounts[i] + CORES;
        }
        Arrays.sort(changes);
        long use = 0;
        boolean free = true;
        long start = earliest;
        for (int i = 0; i < changes.length; ) {
            long time = changes[i] >> TIME_SHIFT;
            if (free && time > earliest && time - start >= duration) {
                return start;
            }
            while (i < changes.length && changes[i] >> TIME_SHIFT == time) {
                use += (changes[i++] & ((1 << TIME_SHIFT) - 1)) - CORES;
            }
            boolean nowFree = use <= limit;
            if (nowFree && !free) {
                start = Math.max(time, earliest);
            }
            free = nowFree;
        }
        return start;
    }
}
