package dev.sluice.simulator.drive;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Requests for so many processors. Jobs of one size share one, so that the engine sees at a glance that they are
/// alike.
final class Requests {
    private final String unit;
    private final int cores;
    private final Map<Integer, Jobspec> bySize = new HashMap<>();

    /// @param unit the type of vertex that a processor is
    /// @param cores how many cores each of them has at least
    Requests(String unit, int cores) {
        this.unit = unit;
        this.cores = cores;
    }

    Jobspec of(int processors) {
        Jobspec known = bySize.get(processors);
        if (known == null) {
            known = make(processors);
            bySize.put(processors, known);
        }
        return known;
    }

    private ResourceRequest ofCores() {
        return new ResourceRequest(
                VertexKind.CORE,
                Count.exactly(cores),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private Jobspec make(int processors) {
        // A pool is shared by counting; a node belongs to one job at a time.
        ResourceRequest request = new ResourceRequest(
                unit,
                Count.exactly(processors),
                Optional.empty(),
                unit.equals(VertexKind.NODE) ? Optional.of(true) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                cores == 0 ? List.of() : List.of(ofCores()));
        return new Jobspec(Jobspec.VERSION_1, List.of(request), List.of(), Attributes.NONE);
    }
}
