package dev.sluice.graph.model;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.Criteria;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.jobspec.Jobspec;

/// The state of a model at one time. Immutable, so any number of threads may query it while the model changes.
///
/// What-if questions are answered by a [#fork]: an independent model in which jobs may be placed and cancelled. A
/// fork copies the allocations but not the graph. For many questions keep one fork per thread.
public final class Snapshot {
    private final ResourceModel frozen;

    Snapshot(ResourceModel frozen) {
        this.frozen = frozen;
    }

    /// The graph; callers must not change it.
    public ResourceGraph graph() {
        return frozen.graph();
    }

    public Placement find(Criteria criteria) {
        return new Finder(frozen.graph(), frozen.occupancy()).find(criteria);
    }

    /// An independent model with the snapshot's state. It shares the graph, which must not be changed.
    public ResourceModel fork() {
        return frozen.fork();
    }

    /// The outcome that a match would have, without performing it.
    public Outcome whatIf(MatchOperation operation, Jobspec jobspec, long job, long now) {
        return fork().match(operation, jobspec, job, now);
    }
}
