package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.occupancy.Groups;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.OrderedVertices;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;

/// Groups of nodes that follow each change of what is held count the same as groups that are made anew, for all types.
class GroupsProperties {
    private static final int EVENTS = 30;

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void groupsCountWhatNewOnesCount(@ForAll long seed) {
        ChangingMachine machine = new ChangingMachine(seed, "low");
        Occupancy occupancy = machine.model.occupancy();
        OrderedVertices nodes = nodes(machine.graph, occupancy.layout());
        Groups followed = occupancy.group(nodes);
        for (int event = 0; event < EVENTS; event++) {
            machine.useOrResize();
            countAll(followed, occupancy);
            Groups made = occupancy.group(nodes);
            countAll(made, occupancy);
            check(followed, made, occupancy.layout(), machine.events());
            occupancy.ungroup(made);
        }
    }

    private static void countAll(Groups groups, Occupancy occupancy) {
        for (int counted = 0; counted < occupancy.layout().countedCount(); counted++) {
            if (!occupancy.availability().isPlanned(counted)) {
                occupancy.plan(counted);
            }
            if (!groups.counts(counted)) {
                occupancy.count(groups, counted);
            }
        }
    }

    private static void check(Groups followed, Groups made, Layout layout, List<String> events) {
        for (int group = 0; group < made.count(0); group++) {
            for (int counted = 0; counted < layout.countedCount(); counted++) {
                for (long start = 0; start < 2 * ChangingMachine.HORIZON; start += 5) {
                    assertThat(followed.free(counted, group, start, start + 3))
                            .as("type %d, group %d at %d: %s", counted, group, start, events)
                            .isEqualTo(made.free(counted, group, start, start + 3));
                }
            }
        }
    }

    private static OrderedVertices nodes(ResourceGraph graph, Layout layout) {
        List<Integer> nodes = new ArrayList<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (graph.type(vertex).equals(VertexKind.NODE)) {
                nodes.add(vertex);
            }
        }
        return new OrderedVertices(nodes.stream().mapToInt(Integer::intValue).toArray(), layout);
    }
}
