package dev.sluice.graph.occupancy;

import java.util.HashMap;
import java.util.Map;

/// By how much each over-committed timeline is over-committed at its worst moment. Empty as a rule.
final class Credits {
    private final Map<Integer, Long> byTimeline = new HashMap<>();

    boolean isEmpty() {
        return byTimeline.isEmpty();
    }

    /// Changes the credit of a timeline.
    ///
    /// @return by how much it has changed
    long set(int timeline, long credit) {
        if (credit == 0 && byTimeline.isEmpty()) {
            return 0;
        }
        Long before = credit == 0 ? byTimeline.remove(timeline) : byTimeline.put(timeline, credit);
        return credit - (before == null ? 0 : before);
    }

    long get(int timeline) {
        return byTimeline.isEmpty() ? 0 : byTimeline.getOrDefault(timeline, 0L);
    }

    void addAll(Credits other) {
        byTimeline.putAll(other.byTimeline);
    }
}
