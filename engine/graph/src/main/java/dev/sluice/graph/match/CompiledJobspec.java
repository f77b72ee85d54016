package dev.sluice.graph.match;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
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

    public CompiledJobspec(Jobspec jobspec) {
        this.jobspec = jobspec;
        this.constraint = jobspec.attributes().system().constraint().orElse(null);
        this.gang = GangRequest.of(jobspec).orElse(null);
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
}
