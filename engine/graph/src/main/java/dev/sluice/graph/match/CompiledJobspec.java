package dev.sluice.graph.match;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Toleration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A jobspec prepared for repeated matches: what follows from the jobspec alone, worked out once.
///
/// Immutable, so one serves any number of models and threads. What follows from a graph, and what was found at the last
/// match, is in a matcher's [ResolvedRequests]. These know a jobspec by identity: keep it as long as the job may be
/// matched.
public final class CompiledJobspec {
    private final Jobspec jobspec;
    private final @Nullable Constraint constraint;
    private final @Nullable GangRequest gang;
    private final boolean isMonotone;

    public CompiledJobspec(Jobspec jobspec) {
        this.jobspec = jobspec;
        this.constraint = jobspec.attributes().system().constraint().orElse(null);
        this.gang = GangRequest.of(jobspec).orElse(null);
        this.isMonotone = isOnePart(jobspec.resources()) && (gang == null || isAnyTried(gang, jobspec));
    }

    public Jobspec jobspec() {
        return jobspec;
    }

    /// Which nodes are acceptable; null if all are.
    @Nullable
    Constraint constraint() {
        return constraint;
    }

    List<Toleration> tolerations() {
        return jobspec.attributes().system().directives().tolerations();
    }

    /// What the directives say about the pods together; null if nothing.
    @Nullable
    GangRequest gang() {
        return gang;
    }

    /// Whether the request fits wherever more is free than where it fits. Others have parts that compete, such
    /// as unlike slots beside each other, which are placed one after another: with more free the first may take
    /// what the second needs. Rules for the pods together are no obstacle: a placement that obeys them does so
    /// whatever else is free, and it is found if there is one.
    public boolean isMonotone() {
        return isMonotone;
    }

    /// Of a range of numbers to spread, not all are tried, and more free changes which.
    private static boolean isAnyTried(GangRequest gang, Jobspec jobspec) {
        Count count = jobspec.resources().getFirst().count();
        return gang.spread().isEmpty() || count.min() == count.max();
    }

    private static boolean isOnePart(List<ResourceRequest> siblings) {
        boolean compete = siblings.size() > 1
                && (siblings.stream().anyMatch(ResourceRequest::isSlot)
                        || siblings.stream()
                                        .map(ResourceRequest::type)
                                        .distinct()
                                        .count()
                                < siblings.size());
        return !compete && siblings.stream().allMatch(each -> isOnePart(each.with()));
    }
}
