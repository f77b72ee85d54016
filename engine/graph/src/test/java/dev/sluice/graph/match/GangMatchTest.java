package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.Machine;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Gangs on three racks of two nodes with four cores each; racks 0 and 1 are in zone a, rack 2 in zone b.
class GangMatchTest {
    private static final SchedulingDirectives ONE_RACK = inside("rack", WhenUnsatisfiable.DO_NOT_SCHEDULE);
    private static final SchedulingDirectives ONE_RACK_IF_POSSIBLE = inside("rack", WhenUnsatisfiable.SCHEDULE_ANYWAY);

    private final ResourceModel model = model();
    private long nextJob = 1;

    private static ResourceModel model() {
        ResourceGraph graph = Machine.ofNodes(2).withCores(4).inRacks(3).build();
        for (int id = 0; id < 6; id++) {
            graph.setProperty(graph.nodeOfRank(id), "zone", id < 4 ? "a" : "b");
        }
        return new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    @Test
    void aGangRunsInsideOneRack() {
        assertThat(place(slots(6, ONE_RACK), "rack")).hasSize(1).containsValue(6);
        assertThat(place(slots(9, ONE_RACK), "rack")).isEmpty();
        assertThat(place(slots(9, ONE_RACK_IF_POSSIBLE), "rack")).hasSize(2);
    }

    @Test
    void theFullestRackThatSufficesIsTaken() {
        place(slots(3, ONE_RACK), "rack");
        Map<String, Integer> second = place(slots(6, ONE_RACK), "rack");

        assertThat(second).doesNotContainKey("rack0").hasSize(1);
        // Five cores are left in rack 0, two in the other.
        assertThat(place(slots(2, ONE_RACK), "rack"))
                .isEqualTo(second.keySet().contains("rack1") ? Map.of("rack1", 2) : Map.of("rack2", 2));
        assertThat(place(slots(4, ONE_RACK), "rack")).isEqualTo(Map.of("rack0", 4));
    }

    @Test
    void aLabelFormsDomainsToo() {
        SchedulingDirectives oneZone = inside("zone", WhenUnsatisfiable.DO_NOT_SCHEDULE);

        assertThat(place(slots(12, oneZone), "zone")).isEqualTo(Map.of("a", 12));
        assertThat(place(slots(5, oneZone), "zone")).isEqualTo(Map.of("b", 5));
        assertThat(place(slots(5, oneZone), "zone")).isEmpty();
        assertThat(place(slots(1, inside("unknown", WhenUnsatisfiable.DO_NOT_SCHEDULE)), "zone"))
                .isEmpty();
        assertThat(place(slots(1, inside("unknown", WhenUnsatisfiable.SCHEDULE_ANYWAY)), "zone"))
                .hasSize(1);
    }

    @Test
    void wholeNodesAndNestedRequestsStayInsideTooAndMoveWithTheirLabels() {
        Jobspec nodes =
                Jobs.directed(job(60, node(3, slot(1, core(2)))), inside("zone", WhenUnsatisfiable.DO_NOT_SCHEDULE));

        assertThat(place(nodes, "zone")).isEqualTo(Map.of("a", 6));
        model.graph().setProperty(model.graph().nodeOfRank(0), "zone", "b");
        model.graph().setProperty(model.graph().nodeOfRank(1), "zone", "b");
        assertThat(place(nodes, "zone")).isEqualTo(Map.of("b", 6));
    }

    @Test
    void podsAreSpreadOverRacks() {
        assertThat(place(slots(7, spread("rack", 1, Map.of())), "rack").values())
                .containsExactlyInAnyOrder(3, 2, 2);
        // 17 cores are left; the counts differ by two at most.
        assertThat(place(slots(9, spread("rack", 2, Map.of())), "rack").values())
                .allMatch(pods -> pods >= 2 && pods <= 4);
    }

    @Test
    void theBestPlacesGetWhatTheRuleLeavesOpen() {
        // Rack 0 has the lowest ids.
        assertThat(place(slots(4, spread("rack", 2, Map.of())), "rack"))
                .isEqualTo(Map.of("rack0", 2, "rack1", 1, "rack2", 1));
    }

    @Test
    void existingPodsCount() {
        Map<String, Long> existing = Map.of("/cluster0/rack0", 3L, "/cluster0/rack1", 1L);

        assertThat(place(slots(2, spread("rack", 1, existing)), "rack")).isEqualTo(Map.of("rack1", 1, "rack2", 1));
        assertThat(place(slots(1, spread("rack", 3, Map.of("/cluster0/rack0", 3L))), "rack"))
                .doesNotContainKey("rack0");
    }

    @Test
    void podsAreSpreadOverNodes() {
        assertThat(place(slots(6, spread("node", 1, Map.of())), "node")).hasSize(6);
        assertThat(place(slots(19, spread("node", 1, Map.of())), "node")).isEmpty();
    }

    @Test
    void aDomainWithoutRoomKeepsTheOthersDown() {
        place(slots(8, ONE_RACK), "rack");

        assertThat(place(slots(3, spread("rack", 1, Map.of())), "rack")).isEmpty();
        assertThat(place(slots(2, spread("rack", 1, Map.of())), "rack").values())
                .containsExactly(1, 1);
        assertThat(place(slots(4, spread("rack", 2, Map.of())), "rack").values())
                .containsExactly(2, 2);
    }

    @Test
    void insideOneZoneASpreadCountsItsRacksOnly() {
        SchedulingDirectives both =
                spread("rack", 1, Map.of()).withColocation(new Colocation("zone", WhenUnsatisfiable.DO_NOT_SCHEDULE));

        assertThat(place(slots(9, both), "rack").values()).containsExactlyInAnyOrder(5, 4);
    }

    @Test
    void aRangeOfCountsGetsTheLargestThatCanBeSpread() {
        place(slots(8, ONE_RACK), "rack");
        Jobspec range = Jobs.directed(
                job(60, ResourceRequest.slot("task", Count.between(1, 9), core(1))), spread("rack", 2, Map.of()));

        assertThat(place(range, "rack").values()).containsExactly(2, 2);
    }

    private static Jobspec slots(int count, SchedulingDirectives directives) {
        return Jobs.directed(job(60, slot(count, core(1))), directives);
    }

    private static SchedulingDirectives inside(String key, WhenUnsatisfiable when) {
        return SchedulingDirectives.NONE.withColocation(new Colocation(key, when));
    }

    private static SchedulingDirectives spread(String key, int maxSkew, Map<String, Long> existing) {
        return SchedulingDirectives.NONE.withTopologySpread(new TopologySpread(key, maxSkew, existing));
    }

    /// Allocates the job, and returns the number of its cores by the name of the domain.
    private Map<String, Integer> place(Jobspec jobspec, String key) {
        Map<String, Integer> cores = new TreeMap<>();
        if (model.match(MatchOperation.ALLOCATE, jobspec, nextJob++, 0) instanceof Outcome.Placed placed) {
            ResourceGraph graph = model.graph();
            for (int i = 0; i < placed.placement().size(); i++) {
                int vertex = placed.placement().vertex(i);
                if (graph.type(vertex).equals("core")) {
                    int node = graph.parent(vertex);
                    String domain = switch (key) {
                        case "rack" -> graph.name(graph.parent(node));
                        case "node" -> graph.name(node);
                        default -> graph.properties(node).getOrDefault(key, "");
                    };
                    cores.merge(domain, 1, Integer::sum);
                }
            }
        }
        return cores;
    }
}
