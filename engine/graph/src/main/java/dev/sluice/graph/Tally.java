package dev.sluice.graph;

import java.util.Map;
import java.util.TreeMap;

/// How often each of a few values occurs, with the least and the largest of them.
final class Tally {
    private final TreeMap<Long, Integer> counts = new TreeMap<>();

    Tally() {}

    Tally(Tally other) {
        counts.putAll(other.counts);
    }

    void add(long value, int times) {
        counts.merge(value, times, Integer::sum);
    }

    void remove(long value) {
        counts.computeIfPresent(value, (_, count) -> count == 1 ? null : count - 1);
    }

    /// The least value, or the given one if there is none.
    long least(long none) {
        Map.Entry<Long, Integer> least = counts.firstEntry();
        return least == null ? none : least.getKey();
    }

    /// The largest value, or the given one if there is none.
    long largest(long none) {
        Map.Entry<Long, Integer> largest = counts.lastEntry();
        return largest == null ? none : largest.getKey();
    }

    /// How many values there are, each counted once.
    int distinct() {
        return counts.size();
    }
}
