package dev.sluice.scheduling.machine;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// The reasons for which nodes are closed, by path. A quarantine outlasts the node's removal and a change of its path,
/// so it is kept by name.
public final class ClosedNodes {
    private final Map<String, EnumSet<ClosedReason>> reasons = new TreeMap<>();

    /// The nodes in quarantine that are not there, as records name them.
    private final Set<String> away = new TreeSet<>();

    public ClosedNodes copy() {
        ClosedNodes copy = new ClosedNodes();
        reasons.forEach((path, its) -> copy.reasons.put(path, EnumSet.copyOf(its)));
        copy.away.addAll(away);
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

    /// Notes that a node is removed: all its reasons go with it but the quarantine.
    ///
    /// @param name as records name it
    void removed(String path, String name) {
        EnumSet<ClosedReason> its = reasons.remove(path);
        if (its != null && its.contains(ClosedReason.QUARANTINED)) {
            away.add(name);
        }
    }

    /// Notes that a node is there, perhaps again.
    ///
    /// @return whether it is closed
    boolean returned(String name, String path) {
        if (away.remove(name)) {
            set(path, ClosedReason.QUARANTINED, true);
        }
        return isClosed(path);
    }

    void setQuarantinedAway(String name, boolean holds) {
        if (holds) {
            away.add(name);
        } else {
            away.remove(name);
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
