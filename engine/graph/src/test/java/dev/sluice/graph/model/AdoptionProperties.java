package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.JgfWriter;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.ResourceRequest;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class AdoptionProperties {
    private static final Machine MACHINE = Machine.ofNodes(2)
            .inRacks(2)
            .withSockets(2)
            .withCores(2)
            .withGpus(1)
            .withMemory(1, 8);

    /// After a restart, a model that has adopted the jobs of the first one answers as the first one.
    @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
    void matchedPlacementsCanBeAdopted(@ForAll("requests") List<ResourceRequest> requests) {
        ResourceModel before = model();
        long job = 1;
        for (ResourceRequest request : requests) {
            before.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, Jobs.job(60, request), job++, 0);
        }
        ResourceModel plain = model();
        ResourceModel shorthand = model();
        for (Holding holding : before.occupancy().holdings()) {
            String jgf = JgfWriter.write(before.graph(), holding.placement());
            String brief = JgfWriter.writeShorthand(before.graph(), holding.placement());
            Placement adopted = Adoption.of(plain.graph(), JgfReader.readListing(jgf, "jgf"));
            assertThat(simple(plain.graph(), adopted)).isEqualTo(simple(plain.graph(), holding.placement()));
            adopt(plain, holding, adopted);
            adopt(shorthand, holding, Adoption.of(shorthand.graph(), JgfReader.readListing(brief, "brief")));
        }

        ResourceRequest next = requests.getLast();
        String expected = ask(before, next);
        assertThat(ask(plain, next)).isEqualTo(expected);
        assertThat(ask(shorthand, next)).isEqualTo(expected);
    }

    private static void adopt(ResourceModel model, Holding holding, Placement placement) {
        model.adopt(new Holding(holding.job(), placement, holding.start(), holding.end(), holding.reserved()));
    }

    private static String simple(ResourceGraph graph, Placement placement) {
        return SimpleWriter.simple(graph, placement);
    }

    private static String ask(ResourceModel model, ResourceRequest request) {
        return model.findFrom(model.prepare(Jobs.job(60, request)), 0, 60)
                .map(placed -> placed.start() + "\n" + simple(model.graph(), placed.placement()))
                .orElse("");
    }

    @Provide
    Arbitrary<List<ResourceRequest>> requests() {
        return RandomRequests.requests().list().ofMinSize(1).ofMaxSize(6);
    }

    private static ResourceModel model() {
        return new ResourceModel(MACHINE.build(), MatchPolicy.named("low").orElseThrow());
    }
}
