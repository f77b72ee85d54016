package dev.sluice.scheduling;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.scheduling.state.LackingParts.Avoided;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Keeps a job's parts off the nodes that have failed some of them.
final class AvoidedNodes {
    private AvoidedNodes() {}

    /// Returns the requests to try, the best first: on nodes that have failed no part, then also on those whose
    /// back-off is over.
    static List<Jobspec> choices(Jobspec part, Map<String, Avoided> avoided, long now) {
        if (avoided.isEmpty()) {
            return List.of(part);
        }
        return List.of(elsewhere(part, avoided, _ -> true), elsewhere(part, avoided, node -> node.untilNanos() > now));
    }

    private static Jobspec elsewhere(Jobspec part, Map<String, Avoided> avoided, Predicate<Avoided> isExcluded) {
        List<String> names = avoided.entrySet().stream()
                .filter(each -> isExcluded.test(each.getValue()))
                .map(each -> each.getKey().substring(each.getKey().lastIndexOf('/') + 1))
                .toList();
        if (names.isEmpty()) {
            return part;
        }
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
