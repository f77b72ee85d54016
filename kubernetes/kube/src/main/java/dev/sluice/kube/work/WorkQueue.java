package dev.sluice.kube.work;

import dev.sluice.runtime.time.Timers;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/// A queue of keys to reconcile, like client-go's workqueue: each waiting key once, in the order of insertion.
public final class WorkQueue<K> {
    /// client-go's backoff: 5 ms, 10 ms, 20 ms …
    static final long FIRST_RETRY_NANOS = 5_000_000L;

    static final long LONGEST_RETRY_NANOS = 1_000_000_000_000L;
    private static final int DOUBLINGS_MAX = 30;

    private final Timers timers;
    private final LinkedHashSet<K> ready = new LinkedHashSet<>();
    private final Map<K, Delay> delayed = new HashMap<>();
    private final Map<K, Integer> failures = new HashMap<>();

    private record Delay(long timer, long deadlineNanos) {}

    public WorkQueue(Timers timers) {
        this.timers = timers;
    }

    public void add(K key) {
        ready.add(key);
    }

    /// Adds a key at a later time, unless it is added sooner; the earliest of several times counts.
    public void addAt(K key, long deadlineNanos) {
        Delay before = delayed.get(key);
        if (before != null) {
            if (before.deadlineNanos() <= deadlineNanos) {
                return;
            }
            timers.cancel(before.timer());
        }
        long timer = timers.schedule(
                deadlineNanos,
                (_, _) -> {
                    delayed.remove(key);
                    ready.add(key);
                },
                0);
        delayed.put(key, new Delay(timer, deadlineNanos));
    }

    /// Adds a key after its backoff.
    public void retry(K key, long nowNanos) {
        int times = failures.merge(key, 1, Integer::sum);
        int doublings = Math.min(times - 1, DOUBLINGS_MAX);
        addAt(key, nowNanos + Math.min(FIRST_RETRY_NANOS << doublings, LONGEST_RETRY_NANOS));
    }

    /// Resets the key's backoff.
    public void forget(K key) {
        failures.remove(key);
    }

    public Optional<K> poll() {
        if (ready.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ready.removeFirst());
    }

    public int size() {
        return ready.size();
    }
}
