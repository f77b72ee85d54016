package dev.sluice.scheduling;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.set.Hostlist;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The nodes that have failed parts of one job. Each gets no more of its parts until a back-off has passed, which
/// doubles with each failure.
final class AvoidedNodes {
    private final Map<String, Integer> failures = new HashMap<>();
    private final Map<String, Long> untilNanos = new TreeMap<>();

    /// Avoids a node that has failed a part.
    ///
    /// @return the node's back-off, in nanoseconds
    long add(String node, RetryOptions retries, long now) {
        long backoff = retries.backoffNanos(failures.merge(node, 1, Integer::sum));
        untilNanos.put(node, now + backoff);
        return backoff;
    }

    /// Returns the request on other nodes than those that are avoided now.
    Jobspec elsewhere(Jobspec part, long now) {
        untilNanos.values().removeIf(until -> until <= now);
        if (untilNanos.isEmpty()) {
            return part;
        }
        List<String> names = untilNanos.keySet().stream()
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
        List<Constraint> all = new ArrayList<>();
        part.attributes().system().constraint().ifPresent(all::add);
        all.add(new Constraint.Not(List.of(new Constraint.Hostlist(Hostlist.of(names)))));
        Attributes attributes = new Attributes(
                part.attributes()
                        .system()
                        .withConstraint(Optional.of(all.size() == 1 ? all.getFirst() : new Constraint.And(all))),
                part.attributes().user());
        return new Jobspec(part.version(), part.resources(), part.tasks(), attributes);
    }
}
