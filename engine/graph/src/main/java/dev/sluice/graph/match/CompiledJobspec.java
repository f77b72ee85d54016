package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import org.jspecify.annotations.Nullable;

/// A jobspec compiled for repeated matches on one graph.
///
/// Types become the graph's type numbers on the first match, and again when the machine gets other types or the bounds
/// that follow from it change. Owned by the thread that owns the graph's model.
public final class CompiledJobspec {
    private final Jobspec jobspec;
    private final @Nullable Constraint constraint;

    private @Nullable ResourceGraph knownGraph;
    private long knownVocabulary;
    private long knownStructure;
    private long knownState;
    private CompiledResource[] wanted = CompiledResource.NOTHING;
    private long[] needs = {};
    private Eligibility eligibility = Eligibility.ALL;

    /// The board of the jobspec's top-level slot, and the matcher that keeps it.
    @Nullable
    SlotBoard board;

    @Nullable
    Matcher boardOwner;

    /// The last placement found; the next one is often equal.
    @Nullable
    Placement lastPlacement;

    public CompiledJobspec(Jobspec jobspec) {
        this.jobspec = jobspec;
        this.constraint = jobspec.attributes().system().constraint().orElse(null);
    }

    public Jobspec jobspec() {
        return jobspec;
    }

    @SuppressWarnings("ReferenceEquality") // another graph, not an equal one
    void readyFor(ResourceGraph graph, Layout layout) {
        boolean isSameGraph = knownGraph == graph;
        boolean sameStructure = isSameGraph && knownStructure == graph.version();
        if (!isSameGraph || knownVocabulary != layout.vocabulary()) {
            wanted = CompiledResource.compile(jobspec.resources(), graph, layout);
            needs = CompiledResource.needs(wanted, layout);
            board = null;
        }
        if (!sameStructure) {
            // It may list what was below its vertices before.
            lastPlacement = null;
        }
        if (constraint != null && (!sameStructure || knownState != graph.stateVersion())) {
            eligibility = Eligibility.of(constraint, graph);
        }
        knownGraph = graph;
        knownVocabulary = layout.vocabulary();
        knownStructure = graph.version();
        knownState = graph.stateVersion();
    }

    CompiledResource[] wanted() {
        return wanted;
    }

    /// The least that the whole request needs of a counted type.
    long needs(int counted) {
        return needs[counted];
    }

    Eligibility eligibility() {
        return eligibility;
    }
}
