package dev.sluice.runtime.time;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/// The plain version that [TimerQueue] is compared with: a sorted map from (deadline, sequence) to the timer.
final class ReferenceTimers implements Timers {
    private record Key(long deadlineNanos, long sequence) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            int byDeadline = Long.compare(deadlineNanos, other.deadlineNanos);
            return byDeadline != 0 ? byDeadline : Long.compare(sequence, other.sequence);
        }
    }

    private record Timer(TimerHandler handler, long subject) {}

    private final TreeMap<Key, Timer> pending = new TreeMap<>();
    private final Map<Long, Key> keys = new HashMap<>();
    private long nextSequence;

    @Override
    public long schedule(long deadlineNanos, TimerHandler handler, long subject) {
        Key key = new Key(deadlineNanos, nextSequence++);
        pending.put(key, new Timer(handler, subject));
        keys.put(key.sequence(), key);
        return key.sequence();
    }

    @Override
    public boolean cancel(long timer) {
        Key key = keys.remove(timer);
        return key != null && pending.remove(key) != null;
    }

    int pending() {
        return pending.size();
    }

    long nextDeadlineNanos() {
        return pending.isEmpty() ? TimerQueue.NEVER_NANOS : pending.firstKey().deadlineNanos();
    }

    int expire(long nowNanos, int limit) {
        int fired = 0;
        while (fired < limit && !pending.isEmpty() && pending.firstKey().deadlineNanos() <= nowNanos) {
            Timer timer = pending.pollFirstEntry().getValue();
            fired++;
            timer.handler().onTimer(timer.subject(), nowNanos);
        }
        return fired;
    }
}
