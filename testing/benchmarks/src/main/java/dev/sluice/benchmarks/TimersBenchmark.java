package dev.sluice.benchmarks;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.TimerHandler;
import dev.sluice.runtime.time.TimerQueue;
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

/// Timers in the steady state of a simulation: so many are pending; each operation expires the earliest and
/// schedules another one at a random later time ("hold"), or schedules one and cancels it again.
///
/// The plain version is a sorted map from (deadline, sequence) to an object, as the tests' reference is.
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TimersBenchmark {
    private static final long SPREAD_NANOS = 1_000_000_000L;
    private static final int DELAYS = 1 << 16; // drawn beforehand, so that drawing is not measured

    @Param({"100", "10000", "100000", "1000000"})
    int pending;

    private final long[] delays = new long[DELAYS];
    private int nextDelay;
    private long fired;

    private final TimerQueue queue = new TimerQueue();
    private final TimerHandler onFire = (subject, _) -> fired += subject;

    private record Key(long deadline, long sequence) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byDeadline = Long.compare(deadline, other.deadline);
            return byDeadline != 0 ? byDeadline : Long.compare(sequence, other.sequence);
        }
    }

    private final TreeMap<Key, TimerHandler> map = new TreeMap<>();
    private long nextSequence;

    @Setup(Level.Trial)
    public void fill() {
        RandomGenerator random = new Seeds(1).forActor("timers");
        for (int i = 0; i < DELAYS; i++) {
            delays[i] = 1 + random.nextLong(SPREAD_NANOS);
        }
        for (int i = 0; i < pending; i++) {
            queue.schedule(random.nextLong(SPREAD_NANOS), onFire, 1);
            map.put(new Key(random.nextLong(SPREAD_NANOS), nextSequence++), onFire);
        }
    }

    private long delay() {
        nextDelay = (nextDelay + 1) & (DELAYS - 1);
        return delays[nextDelay];
    }

    @Benchmark
    public long holdQueue() {
        long now = queue.nextDeadlineNanos();
        queue.expire(now, 1);
        queue.schedule(now + delay(), onFire, 1);
        return fired;
    }

    @Benchmark
    public long holdSortedMap() {
        var entry = map.pollFirstEntry();
        long now = entry.getKey().deadline();
        entry.getValue().onTimer(1, now);
        map.put(new Key(now + delay(), nextSequence++), onFire);
        return fired;
    }

    @Benchmark
    public boolean cancelQueue() {
        long timer = queue.schedule(queue.nextDeadlineNanos() + delay(), onFire, 1);
        return queue.cancel(timer);
    }

    @Benchmark
    public boolean cancelSortedMap() {
        Key key = new Key(map.firstKey().deadline() + delay(), nextSequence++);
        map.put(key, onFire);
        return map.remove(key) != null;
    }
}
