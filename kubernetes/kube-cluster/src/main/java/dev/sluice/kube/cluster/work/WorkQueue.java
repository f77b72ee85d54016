package dev.sluice.kube.cluster.work;

import dev.sluice.runtime.time.Timers;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/// What is to be looked at: each key once, however often it was named meanwhile, in the order of the first naming.
public final class WorkQueue<K> {
    /// As Kubernetes' own queues do: a key that fails again and again is tried after 5 ms, 10 ms, 20 ms …
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

    /// Not before that moment, unless somebody names it sooner; of several moments the first counts.
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

    /// Later, the more so the more often it has failed.
    public void retry(K key, long nowNanos) {
        int times = failures.merge(key, 1, Integer::sum);
        int doublings = Math.min(times - 1, DOUBLINGS_MAX);
        addAt(key, nowNanos + Math.min(FIRST_RETRY_NANOS << doublings, LONGEST_RETRY_NANOS));
    }

    /// It went well; the next failure is the first.
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
