package dev.sluice.graph.fuzz;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.CriteriaParser;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.List;

/// Queries of `find` and their results.
public final class FindTarget {
    private FindTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .each("node", 2, node -> node.each("core", 2))
                .build();
        CriteriaParser.parse(Texts.of(data))
                .ifPresent(criteria -> new Finder(graph, new Occupancy(graph)).find(criteria, _ -> List.of("core"), 0));
    }
}
