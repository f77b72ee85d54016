package dev.sluice.scheduling.reason;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.Request;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.model.ResourceModel.NodeCount;
import dev.sluice.scheduling.machine.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What a shape needs beside what the machine has.
///
/// @param request what the shape asks for, prepared for this machine
record Shortage(ResourceModel machine, Shape shape, Request request) {

    /// Not even the empty machine has a place for it.
    Reason never() {
        Map<String, String> figures = new TreeMap<>();
        List<String> needs = new ArrayList<>();
        if (shape.nodes() > 0) {
            long there = machine.nodesFor(request).admitted();
            compare(VertexKind.NODE, "nodes", shape.nodes(), there, figures, needs);
        }
        compare(VertexKind.CORE, "cores", shape.cores(), amount(VertexKind.CORE), figures, needs);
        compare(VertexKind.GPU, "GPUs", shape.gpus(), amount(VertexKind.GPU), figures, needs);
        return new Reason(
                ReasonCode.NEVER_FITS,
                figures,
                needs.isEmpty()
                        ? "asks for what the machine does not have"
                        : "needs " + String.join(", ", needs) + ", and not even the empty machine has a place for it");
    }

    private static void compare(
            String type, String word, long needed, long there, Map<String, String> figures, List<String> needs) {
        if (needed > 0) {
            figures.put(type + ".needed", Long.toString(needed));
            figures.put(type + ".there", Long.toString(there));
            needs.add(needed + " " + word + " of " + there);
        }
    }

    private long amount(String type) {
        ResourceGraph graph = machine.graph();
        long sum = 0;
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            sum += graph.type(vertex).equals(type) && !graph.isRemoved(vertex) ? graph.size(vertex) : 0;
        }
        return sum;
    }

    /// There would be a place if nothing were down.
    Reason whileDown() {
        if (shape.nodes() == 0) {
            return new Reason(
                    ReasonCode.NODES_DOWN,
                    Map.of("core.needed", Long.toString(shape.cores())),
                    "needs %d cores of %d, and not enough of them are up"
                            .formatted(shape.cores(), amount(VertexKind.CORE)));
        }
        NodeCount nodes = machine.nodesFor(request);
        boolean isInSet = request.jobspec().attributes().system().constraint().isPresent();
        return new Reason(
                ReasonCode.NODES_DOWN,
                Map.of(
                        "node.needed", Long.toString(shape.nodes()),
                        "node.there", Long.toString(nodes.admitted()),
                        "node.down", Long.toString(nodes.down())),
                "needs %d nodes, %d %s; %d down"
                        .formatted(
                                shape.nodes(), nodes.admitted(), isInSet ? "in its node set" : "there", nodes.down()));
    }
}
