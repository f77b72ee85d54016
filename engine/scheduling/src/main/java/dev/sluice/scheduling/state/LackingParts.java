package dev.sluice.scheduling.state;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The parts that running jobs lack, and the nodes where they do not get them, by the jobs' ids.
public final class LackingParts {
    /// The end of a node's exclusion, which lasts until the driver lifts it.
    public static final long ALWAYS_NANOS = Long.MAX_VALUE;

    /// In the order in which the jobs asked.
    private final Map<Long, Integer> wanted = new LinkedHashMap<>();

    private final Map<Long, SortedMap<String, Avoided>> avoided = new HashMap<>();

    /// A node that has failed parts of a job.
    ///
    /// @param failures how many; 0 for none any more
    /// @param untilNanos when the job may get parts there again
    public record Avoided(int failures, long untilNanos) {}

    public boolean isEmpty() {
        return wanted.isEmpty();
    }

    /// Returns the jobs that lack parts, in the order in which they asked.
    public List<Long> jobs() {
        return List.copyOf(wanted.keySet());
    }

    /// Returns how many parts a job wants.
    public int wanted(long job) {
        return wanted.getOrDefault(job, 0);
    }

    /// Returns the jobs that avoid nodes, in the order of their ids.
    List<Long> avoiding() {
        return avoided.keySet().stream().sorted().toList();
    }

    /// Returns the nodes that have failed parts of a job, by the names that records have.
    public SortedMap<String, Avoided> avoided(long job) {
        return Collections.unmodifiableSortedMap(avoided.getOrDefault(job, Collections.emptySortedMap()));
    }

    /// Returns when a job that lacks parts may use another node next, or [Long#MAX_VALUE].
    long nextNanos(long nowNanos) {
        long next = Long.MAX_VALUE;
        for (long job : wanted.keySet()) {
            for (Avoided node : avoided(job).values()) {
                next = node.untilNanos() > nowNanos ? Math.min(next, node.untilNanos()) : next;
            }
        }
        return next;
    }

    void want(long job, int parts) {
        if (parts > 0) {
            wanted.put(job, parts);
        } else {
            wanted.remove(job);
        }
    }

    void avoid(long job, String node, Avoided how) {
        if (how.failures() == 0) {
            avoided.computeIfPresent(job, (_, nodes) -> without(nodes, node));
            return;
        }
        avoided.computeIfAbsent(job, _ -> new TreeMap<>()).put(node, how);
    }

    @SuppressWarnings("NullAway") // null removes the entry
    private static SortedMap<String, Avoided> without(SortedMap<String, Avoided> nodes, String node) {
        nodes.remove(node);
        return nodes.isEmpty() ? null : nodes;
    }

    /// Returns the nodes that a job, waiting or running, does not get at all, by the names that records have.
    public List<String> excluded(long job) {
        return avoided.isEmpty()
                ? List.of()
                : avoided(job).entrySet().stream()
                        .filter(each -> each.getValue().untilNanos() == ALWAYS_NANOS)
                        .map(Map.Entry::getKey)
                        .toList();
    }

    /// Forgets a job that has ended.
    void remove(long job) {
        if (!wanted.isEmpty()) {
            wanted.remove(job);
        }
        if (!avoided.isEmpty()) {
            avoided.remove(job);
        }
    }
}
