package dev.sluice.scheduling.state;

import dev.sluice.jobspec.Jobspec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/// The parts that running jobs lack, alike or with requests of their own, and the nodes where they do not get them, by
/// the jobs' ids.
public final class LackingParts {
    /// The end of a node's exclusion, which lasts until the driver lifts it.
    public static final long ALWAYS_NANOS = Long.MAX_VALUE;

    /// In the order in which the jobs asked.
    private final Map<Long, Integer> wanted = new LinkedHashMap<>();

    /// How many parts with requests of their own each job wants, in the order in which the jobs asked. Not recorded:
    /// after a restart the driver asks again.
    private final Map<Long, Map<Jobspec, Integer>> unlike = new LinkedHashMap<>();

    /// How many parts more each job could use, in the order in which the jobs asked. Not recorded either.
    private final Map<Long, Integer> growth = new LinkedHashMap<>();

    private final Map<Long, SortedMap<String, Avoided>> avoided = new HashMap<>();

    /// Parts of a job that are alike, but not the parts of which the job says it has.
    public record Wish(long job, Jobspec part) {}

    /// A node that has failed parts of a job.
    ///
    /// @param failures how many; 0 for none any more
    /// @param untilNanos when the job may get parts there again
    public record Avoided(int failures, long untilNanos) {}

    public boolean isEmpty() {
        return wanted.isEmpty() && unlike.isEmpty();
    }

    /// Returns the jobs that lack parts of which they say they have, in the order in which they asked.
    public List<Long> jobs() {
        return List.copyOf(wanted.keySet());
    }

    /// Returns how many parts a job wants of those of which it says it has.
    public int wanted(long job) {
        return wanted.getOrDefault(job, 0);
    }

    /// Returns the jobs that could use more parts, in the order in which they asked.
    public List<Long> growing() {
        return growth.isEmpty() ? List.of() : List.copyOf(growth.keySet());
    }

    /// Returns how many parts a job could use beside those that it needs.
    public int growth(long job) {
        return growth.getOrDefault(job, 0);
    }

    public void grow(long job, int parts) {
        if (parts > 0) {
            growth.put(job, parts);
        } else {
            growth.remove(job);
        }
    }

    /// Returns the wishes for parts with requests of their own, in the order in which the jobs asked.
    public List<Wish> wishes() {
        List<Wish> wishes = new ArrayList<>();
        unlike.forEach((job, parts) -> parts.keySet().forEach(part -> wishes.add(new Wish(job, part))));
        return wishes;
    }

    public int wanted(Wish wish) {
        return unlike.getOrDefault(wish.job(), Map.of()).getOrDefault(wish.part(), 0);
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
        long next = Math.min(nextNanos(wanted.keySet(), nowNanos), nextNanos(unlike.keySet(), nowNanos));
        return Math.min(next, nextNanos(growth.keySet(), nowNanos));
    }

    private long nextNanos(Set<Long> jobs, long nowNanos) {
        long next = Long.MAX_VALUE;
        for (long job : jobs) {
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

    public void want(Wish wish, int parts) {
        if (parts > 0) {
            unlike.computeIfAbsent(wish.job(), _ -> new LinkedHashMap<>()).put(wish.part(), parts);
            return;
        }
        Map<Jobspec, Integer> its = unlike.get(wish.job());
        if (its != null && its.remove(wish.part()) != null && its.isEmpty()) {
            unlike.remove(wish.job());
        }
    }

    /// Notes that a job wants no more parts of any kind.
    void wantNone(long job) {
        if (!wanted.isEmpty()) {
            wanted.remove(job);
        }
        if (!unlike.isEmpty()) {
            unlike.remove(job);
        }
        if (!growth.isEmpty()) {
            growth.remove(job);
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
        wantNone(job);
        if (!avoided.isEmpty()) {
            avoided.remove(job);
        }
    }
}
