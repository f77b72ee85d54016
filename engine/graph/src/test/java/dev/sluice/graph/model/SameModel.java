package dev.sluice.graph.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import java.util.ArrayList;
import java.util.List;

/// Compares all that a model derives from its graph and holdings with the same of a model that was built from scratch.
final class SameModel {
    private static final int STEP = 7;

    private final ResourceGraph graph;
    private final Occupancy found;
    private final Occupancy fresh;

    SameModel(ResourceModel found, ResourceModel fresh) {
        this.graph = found.graph();
        this.found = found.occupancy();
        this.fresh = fresh.occupancy();
    }

    void check() {
        checkOrder();
        checkTypes();
        planTheSame();
        for (int vertex : order(fresh.layout())) {
            checkLayout(vertex);
            checkUse(vertex);
        }
        for (long moment = 0; moment < 2 * ChangingMachine.HORIZON; moment += STEP) {
            assertThat(found.availability().nextEndAfter(moment))
                    .isEqualTo(fresh.availability().nextEndAfter(moment));
        }
        assertThat(found.availability().coresInStock())
                .isEqualTo(fresh.availability().coresInStock());
        assertThat(found.hasReservations()).isEqualTo(fresh.hasReservations());
    }

    /// Types are planned when a search first asks for them.
    void planTheSame() {
        for (int type = 0; type < graph.typeCount(); type++) {
            int ours = found.layout().counted(type);
            int other = fresh.layout().counted(type);
            if (other != Layout.NOT_COUNTED
                    && found.availability().isPlanned(ours)
                    && !fresh.availability().isPlanned(other)) {
                fresh.plan(other);
            }
        }
    }

    private void checkOrder() {
        assertThat(order(found.layout())).isEqualTo(order(fresh.layout()));
        int last = -1;
        for (int vertex : order(found.layout())) {
            assertThat(found.layout().post(vertex)).isGreaterThan(last);
            last = found.layout().post(vertex);
        }
    }

    private static List<Integer> order(Layout layout) {
        List<Integer> order = new ArrayList<>();
        for (int vertex = layout.firstInOrder();
                vertex != ResourceGraph.NO_VERTEX;
                vertex = layout.nextInOrder(vertex)) {
            order.add(vertex);
        }
        return order;
    }

    /// A type that no leaf has any more stays counted, so the numbers of counted types may differ.
    private void checkTypes() {
        Layout ours = found.layout();
        Layout other = fresh.layout();
        for (int type = 0; type < graph.typeCount(); type++) {
            String name = graph.typeName(type);
            assertThat(ours.isInnerType(type)).as(name).isEqualTo(other.isInnerType(type));
            assertThat(ours.isUneven(type)).as(name).isEqualTo(other.isUneven(type));
            assertThat(ours.largest(type)).as(name).isEqualTo(other.largest(type));
            assertThat(ours.isPoolType(type)).as(name).isEqualTo(other.isPoolType(type));
            for (int another = 0; another < graph.typeCount(); another++) {
                assertThat(ours.mayContain(type, another)).as(name).isEqualTo(other.mayContain(type, another));
                if (other.counted(another) != Layout.NOT_COUNTED) {
                    assertThat(ours.leastTotal(type, ours.counted(another)))
                            .as("%s of a %s", graph.typeName(another), name)
                            .isEqualTo(other.leastTotal(type, other.counted(another)));
                }
            }
        }
        assertThat(ours.hasPools()).isEqualTo(other.hasPools());
    }

    private void checkLayout(int vertex) {
        Layout ours = found.layout();
        Layout other = fresh.layout();
        String path = graph.path(vertex);
        boolean isInner = other.inner(vertex) != Layout.NOT_INNER;
        assertThat(ours.inner(vertex) != Layout.NOT_INNER).as(path).isEqualTo(isInner);
        assertThat(ours.depth(vertex)).as(path).isEqualTo(other.depth(vertex));
        for (int type = 0; type < graph.typeCount(); type++) {
            assertThat(ours.hasChildOfType(vertex, type)).as(path).isEqualTo(other.hasChildOfType(vertex, type));
            int counted = other.counted(type);
            if (counted != Layout.NOT_COUNTED) {
                int our = ours.counted(type);
                String what = graph.typeName(type) + " of " + path;
                assertThat(ours.total(vertex, our)).as(what).isEqualTo(other.total(vertex, counted));
                if (isInner) {
                    assertThat(found.availability().stock().free(vertex, our))
                            .as("stock of " + what)
                            .isEqualTo(fresh.availability().stock().free(vertex, counted));
                }
            }
        }
    }

    private void checkUse(int vertex) {
        String path = graph.path(vertex);
        assertThat(found.availability().isAllocated(vertex))
                .as(path)
                .isEqualTo(fresh.availability().isAllocated(vertex));
        assertThat(found.availability().isAllocatedExclusively(vertex))
                .as(path)
                .isEqualTo(fresh.availability().isAllocatedExclusively(vertex));
        assertThat(found.availability().notAllocated(vertex))
                .as(path)
                .isEqualTo(fresh.availability().notAllocated(vertex));
        for (long start = 0; start < ChangingMachine.HORIZON; start += STEP) {
            long end = start + 4;
            assertThat(found.availability().free(vertex, start, end))
                    .as(path)
                    .isEqualTo(fresh.availability().free(vertex, start, end));
            assertThat(found.availability().isUnused(vertex, start, end))
                    .as(path)
                    .isEqualTo(fresh.availability().isUnused(vertex, start, end));
            checkPlans(vertex, start, end);
        }
    }

    private void checkPlans(int vertex, long start, long end) {
        for (int type = 0; type < graph.typeCount(); type++) {
            int ours = found.layout().counted(type);
            int other = fresh.layout().counted(type);
            if (other != Layout.NOT_COUNTED && found.availability().isPlanned(ours)) {
                assertThat(found.availability().freeOf(ours, vertex, start, end))
                        .as(graph.typeName(type) + " of " + graph.path(vertex))
                        .isEqualTo(fresh.availability().freeOf(other, vertex, start, end));
            }
        }
    }
}
