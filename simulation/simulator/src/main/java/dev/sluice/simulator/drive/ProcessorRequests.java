package dev.sluice.simulator.drive;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Requests for a number of processors. Jobs of one size share one request, so that the engine recognizes them quickly.
final class ProcessorRequests {
    private final SimulatedMachine machine;
    private final Map<Integer, Jobspec> bySize = new HashMap<>();

    ProcessorRequests(SimulatedMachine machine) {
        this.machine = machine;
    }

    Jobspec of(int processors) {
        Jobspec known = bySize.get(processors);
        if (known == null) {
            known = make(processors, Attributes.NONE);
            bySize.put(processors, known);
        }
        return known;
    }

    /// A request for a part of the machine; empty if all of that is down.
    Optional<Jobspec> of(Window.Part part, ResourceModel model) {
        SystemAttributes none = SystemAttributes.NONE;
        SystemAttributes system = new SystemAttributes(
                none.timeLimits(), none.account(), none.launch(), none.dependencies(), part.where(), none.other());
        Attributes attributes = new Attributes(system, Attributes.NONE.user());
        int units = part.units().orElseGet(() -> unitsUp(model, model.prepare(make(1, attributes))));
        return units == 0 ? Optional.empty() : Optional.of(make(units, attributes));
    }

    /// How many units are up where the request may go.
    private int unitsUp(ResourceModel model, CompiledJobspec request) {
        ResourceGraph graph = model.graph();
        long units = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (UnitSurvey.isUnit(graph, vertex, machine.unit())
                    && !UnitSurvey.isDown(graph, vertex)
                    && isAdmitted(model, request, vertex)) {
                units += graph.size(vertex);
            }
        }
        return Math.toIntExact(units);
    }

    /// Whether a request may use a vertex. Constraints are about nodes; what is in none is not concerned.
    static boolean isAdmitted(ResourceModel model, CompiledJobspec request, int vertex) {
        int node = vertex;
        while (node != ResourceGraph.NO_VERTEX && !model.graph().isNode(node)) {
            node = model.graph().parent(node);
        }
        return node == ResourceGraph.NO_VERTEX || model.admits(request, node);
    }

    private Jobspec make(int processors, Attributes attributes) {
        // Of a pool a job takes an amount; any other unit, and all that is below it, belongs to one job at a time.
        Optional<Boolean> exclusive = machine.isPooled() ? Optional.empty() : Optional.of(true);
        List<ResourceRequest> below = List.of();
        for (SimulatedMachine.Level level : machine.below().reversed()) {
            below = List.of(request(level.type(), level.count(), Optional.empty(), below));
        }
        return new Jobspec(
                Jobspec.VERSION_1,
                List.of(request(machine.unit(), processors, exclusive, below)),
                List.of(),
                attributes);
    }

    private static ResourceRequest request(
            String type, int count, Optional<Boolean> exclusive, List<ResourceRequest> with) {
        return new ResourceRequest(
                type, Count.exactly(count), Optional.empty(), exclusive, Optional.empty(), Optional.empty(), with);
    }
}
