package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/// The requests that a matcher has resolved, by the identity of the jobspec.
///
/// They are kept in two generations: a request that is used enters the younger one. When that is full, it becomes the
/// older one, and what was only in the older one is dropped. A dropped request that comes again is resolved again.
final class ResolvedRequests {
    /// The requests of a generation: more than the shapes of jobs that a cluster has waiting, and a few megabytes.
    private static final int GENERATION_MAX = 1 << 13;

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Admissions admissions;
    private IdentityHashMap<CompiledJobspec, ResolvedRequest> younger = new IdentityHashMap<>();
    private IdentityHashMap<CompiledJobspec, ResolvedRequest> older = new IdentityHashMap<>();

    /// Mostly the same request is matched several times in a row.
    private @Nullable ResolvedRequest last;

    ResolvedRequests(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
        this.admissions = new Admissions(graph);
    }

    /// The request as the machine is now.
    @SuppressWarnings("ReferenceEquality") // this jobspec, not an equal one
    ResolvedRequest of(CompiledJobspec jobspec) {
        ResolvedRequest request = last;
        if (request == null || request.source() != jobspec) {
            request = find(jobspec);
            last = request;
        }
        request.catchUp(graph, occupancy.layout());
        return request;
    }

    private ResolvedRequest find(CompiledJobspec jobspec) {
        ResolvedRequest known = younger.get(jobspec);
        if (known != null) {
            return known;
        }
        known = older.get(jobspec);
        if (known == null) {
            known = new ResolvedRequest(jobspec, admissions.of(jobspec.constraint(), jobspec.tolerations()));
        }
        if (younger.size() == GENERATION_MAX) {
            older = younger;
            younger = new IdentityHashMap<>();
        }
        younger.put(jobspec, known);
        return known;
    }
}
