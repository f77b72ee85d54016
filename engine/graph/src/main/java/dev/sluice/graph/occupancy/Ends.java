package dev.sluice.graph.occupancy;

import dev.sluice.graph.plan.Timelines;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// How many holdings end at each moment.
///
/// Neighbours in time often end together: a queue of equal jobs that started at once, or the parts of one job. So the
/// last moment is remembered, and its number changes without a search and without a new object.
final class Ends {
    private final TreeMap<Long, Ending> endingAt = new TreeMap<>();

    /// The one that was used last, if it is still there.
    private @Nullable Ending last;

    /// The holdings that end at one moment.
    private static final class Ending {
        private final long moment;
        private int count;

        Ending(long moment, int count) {
            this.moment = moment;
            this.count = count;
        }
    }

    Ends() {}

    Ends(Ends other) {
        other.endingAt.forEach((moment, ending) -> endingAt.put(moment, new Ending(moment, ending.count)));
    }

    void add(long end) {
        Ending ending = last;
        if (ending == null || ending.moment != end) {
            ending = endingAt.computeIfAbsent(end, moment -> new Ending(moment, 0));
            last = ending;
        }
        ending.count++;
    }

    /// Does nothing if no holding ends at that moment.
    void remove(long end) {
        Ending ending = last;
        if (ending == null || ending.moment != end) {
            // Always empty on a counting machine: spare it the boxed key.
            ending = endingAt.isEmpty() ? null : endingAt.get(end);
            if (ending == null) {
                return;
            }
            last = ending;
        }
        ending.count--;
        if (ending.count == 0) {
            endingAt.remove(end);
            last = null;
        }
    }

    /// The first end after this moment, or [Timelines#NEVER].
    long nextAfter(long moment) {
        Long next = endingAt.higherKey(moment);
        return next == null ? Timelines.NEVER : next;
    }

    /// All ends from this moment on, except [Timelines#NEVER].
    long[] from(long moment) {
        return endingAt.subMap(moment, Timelines.NEVER).keySet().stream()
                .mapToLong(Long::longValue)
                .toArray();
    }
}
