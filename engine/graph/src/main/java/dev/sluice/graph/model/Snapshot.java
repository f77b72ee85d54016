package dev.sluice.graph.model;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.Criteria;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.Outcome;
import dev.sluice.jobspec.Jobspec;

/// A model as it stood at one moment. It never changes, so any number of threads may ask it while the model
/// goes on.
///
/// What would be if is asked of a [#fork]: a model of its own in which jobs may be placed and taken away at
/// will. Making one copies what is held, not the graph; whoever has many questions makes one and keeps it, one
/// per thread.
public final class Snapshot {
    private final ResourceModel frozen;

    Snapshot(ResourceModel frozen) {
        this.frozen = frozen;
    }

    /// Not to be changed.
    public ResourceGraph graph() {
        return frozen.graph();
    }

    public Placement find(Criteria criteria) {
        return new Finder(frozen.graph(), frozen.occupancy()).find(criteria);
    }

    /// A model that begins as this snapshot and is the caller's own, but for the graph, which is not to be changed.
    public ResourceModel fork() {
        return frozen.fork();
    }

    /// What would come of a match, which is not made.
    public Outcome whatIf(MatchOperation operation, Jobspec jobspec, long job, long now) {
        return fork().match(operation, jobspec, job, now);
    }
}
