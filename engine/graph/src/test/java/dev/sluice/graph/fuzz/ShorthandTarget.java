package dev.sluice.graph.fuzz;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfListing;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.Adoption;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy.Holding;

/// Placements in JGF and its shorthand, adopted on a small machine.
public final class ShorthandTarget {
    private ShorthandTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        ResourceGraph graph = GraphBuilder.cluster("lab")
                .each("node", 2, node -> node.each("core", 2).pool("memory", "GB", 4))
                .build();
        ResourceModel model = new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
        try {
            JgfListing listing = JgfReader.readListing(Texts.of(data), "fuzz");
            model.adopt(new Holding(1, Adoption.of(graph, listing), 0, 60, false));
            model.adopt(new Holding(2, Adoption.of(graph, listing.inShorthand()), 60, 120, true));
            model.cancel(1);
            model.attach(listing.part());
        } catch (GraphException e) {
            // An expected refusal.
        }
    }
}
