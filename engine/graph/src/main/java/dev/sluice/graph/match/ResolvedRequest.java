package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A jobspec in the type numbers of a matcher's graph, and what the matcher remembers of it.
///
/// The types are looked up again when the machine gets other types or when the bounds that follow from it change.
final class ResolvedRequest {
    private static final long NEVER = -1;

    private final CompiledJobspec source;
    private final Admission admission;
    private long knownVocabulary = NEVER;
    private long knownStructure = NEVER;
    private CompiledResource[] wanted = CompiledResource.NOTHING;
    private RequestPart[] parts = {};
    private long[] needs = {};
    private boolean[] asked = {};

    /// The last placement found; the next one is often equal.
    private @Nullable Placement lastPlacement;

    ResolvedRequest(CompiledJobspec source, Admission admission) {
        this.source = source;
        this.admission = admission;
    }

    /// Follows the machine since the last match.
    void catchUp(ResourceGraph graph, Layout layout) {
        if (knownVocabulary != layout.vocabulary()) {
            knownVocabulary = layout.vocabulary();
            wanted = CompiledResource.compile(source.jobspec().resources(), graph, layout);
            needs = CompiledResource.needs(wanted, layout);
            asked = new boolean[needs.length];
            for (CompiledResource each : wanted) {
                each.markAsked(asked, layout);
            }
            parts = Arrays.stream(CompiledResource.parts(wanted))
                    .map(RequestPart::new)
                    .toArray(RequestPart[]::new);
        }
        if (knownStructure != graph.version()) {
            knownStructure = graph.version();
            // It may list what was below its vertices before.
            lastPlacement = null;
        }
        admission.catchUp();
    }

    CompiledJobspec source() {
        return source;
    }

    Admission admission() {
        return admission;
    }

    CompiledResource[] wanted() {
        return wanted;
    }

    /// The least that the whole request needs of a counted type.
    long needs(int counted) {
        return needs[counted];
    }

    /// Whether the request asks for a counted type by name, and not only for vertices that have some below them.
    boolean asksFor(int counted) {
        return asked[counted];
    }

    /// What is searched for together: each part in what the parts before it leave.
    RequestPart[] parts() {
        return parts;
    }

    @Nullable
    Placement lastPlacement() {
        return lastPlacement;
    }

    void setLastPlacement(Placement placement) {
        lastPlacement = placement;
    }
}
