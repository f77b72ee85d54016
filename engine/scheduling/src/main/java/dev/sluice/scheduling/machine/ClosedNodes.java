package dev.sluice.scheduling.machine;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The reasons for which nodes are closed, by path. Also of nodes that are not there: a quarantine outlasts a
/// restart of the node.
public final class ClosedNodes {
    private final Map<String, EnumSet<ClosedReason>> reasons = new TreeMap<>();

    public ClosedNodes copy() {
        ClosedNodes copy = new ClosedNodes();
        reasons.forEach((path, its) -> copy.reasons.put(path, EnumSet.copyOf(its)));
        return copy;
    }

    /// Adds or removes a reason.
    ///
    /// @return whether that closes or opens the node
    boolean set(String path, ClosedReason reason, boolean holds) {
        boolean was = isClosed(path);
        if (holds) {
            reasons.computeIfAbsent(path, _ -> EnumSet.noneOf(ClosedReason.class))
                    .add(reason);
        } else {
            reasons.computeIfPresent(path, (_, its) -> {
                its.remove(reason);
                return its.isEmpty() ? null : its;
            });
        }
        return was != isClosed(path);
    }

    /// Drops the reasons that a node takes with it when it is removed.
    void removed(String path) {
        EnumSet<ClosedReason> its = reasons.get(path);
        if (its != null) {
            its.retainAll(EnumSet.of(ClosedReason.QUARANTINED));
            if (its.isEmpty()) {
                reasons.remove(path);
            }
        }
    }

    public boolean isClosed(String path) {
        return reasons.containsKey(path);
    }

    public Set<ClosedReason> reasons(String path) {
        EnumSet<ClosedReason> its = reasons.get(path);
        return its == null ? Set.of() : Collections.unmodifiableSet(its);
    }
}
