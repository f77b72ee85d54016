package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A jobspec compiled for repeated matches on one graph.
///
/// Types become the graph's type numbers on the first match, and again when the machine gets other types or the bounds
/// that follow from it change. Owned by the thread that owns the graph's model.
public final class CompiledJobspec {
    private final Jobspec jobspec;
    private final @Nullable Constraint constraint;
    private final @Nullable GangRequest gang;

    private @Nullable ResourceGraph knownGraph;
    private long knownVocabulary;
    private long knownStructure;
    private CompiledResource[] wanted = CompiledResource.NOTHING;
    private long[] needs = {};

    private @Nullable Admission admission;
    private @Nullable Admissions admissionOwner;

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
        this.gang = GangRequest.of(jobspec).orElse(null);
    }

    public Jobspec jobspec() {
        return jobspec;
    }

    @SuppressWarnings("ReferenceEquality") // another graph, not an equal one
    void readyFor(ResourceGraph graph, Layout layout, Admissions admissions) {
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
        knownGraph = graph;
        knownVocabulary = layout.vocabulary();
        knownStructure = graph.version();
        Admission mine = admission;
        if (mine == null || admissionOwner != admissions) {
            mine = admissions.of(
                    constraint, jobspec.attributes().system().directives().tolerations());
            admission = mine;
            admissionOwner = admissions;
        }
        mine.catchUp();
    }

    /// What the directives say about the pods together; null if nothing.
    @Nullable
    GangRequest gang() {
        return gang;
    }

    CompiledResource[] wanted() {
        return wanted;
    }

    /// The least that the whole request needs of a counted type.
    long needs(int counted) {
        return needs[counted];
    }

    /// Only after [#readyFor].
    Admission admission() {
        return Objects.requireNonNull(admission);
    }
}
