package dev.sluice.graph.occupancy;

import dev.sluice.graph.plan.Timelines;
import java.util.TreeMap;

/// How many holdings end at each moment.
final class Ends {
    private final TreeMap<Long, Integer> countAt = new TreeMap<>();

    void add(long end) {
        countAt.merge(end, 1, Integer::sum);
    }

    void addAll(Ends others) {
        countAt.putAll(others.countAt);
    }

    void remove(long end) {
        countAt.computeIfPresent(end, (_, count) -> count == 1 ? null : count - 1);
    }

    /// The first end after this moment, or [Timelines#NEVER].
    long nextAfter(long moment) {
        Long next = countAt.higherKey(moment);
        return next == null ? Timelines.NEVER : next;
    }
}
