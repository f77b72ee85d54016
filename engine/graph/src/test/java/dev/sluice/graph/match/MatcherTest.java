package dev.sluice.graph.match;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static dev.sluice.graph.Jobs.some;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.SimpleWriter;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class MatcherTest {
    private static final Machine TWO_NODES = Machine.ofNodes(2).withCores(4);

    @Nested
    class Policies {
        @Test
        void lowTakesTheLowestIds() {
            assertThat(on(TWO_NODES, "low").match(node(1, slot(1, core(2)))))
                    .containsExactly("/node0/core0", "/node0/core1");
        }

        @Test
        void highTakesTheHighestIds() {
            assertThat(on(TWO_NODES, "high").match(node(1, slot(1, core(2)))))
                    .containsExactly("/node1/core2", "/node1/core3");
        }

        @Test
        void lowSpreadsCoresOverNodesWhereTheNodeIsLeftOut() {
            assertThat(on(TWO_NODES, "low").match(slot(4, core(1))))
                    .containsExactly("/node0/core0", "/node0/core1", "/node1/core0", "/node1/core1");
        }

        @Test
        void lonodeFillsTheFirstNodeBeforeTheNext() {
            assertThat(on(TWO_NODES, "lonode").match(slot(5, core(1))))
                    .containsExactly("/node0/core0", "/node0/core1", "/node0/core2", "/node0/core3", "/node1/core0");
        }

        @Test
        void hinodeFillsTheLastNodeBeforeThePrevious() {
            assertThat(on(TWO_NODES, "hinode").match(slot(5, core(1))))
                    .containsExactly("/node0/core3", "/node1/core0", "/node1/core1", "/node1/core2", "/node1/core3");
        }

        @Test
        void lonodexGivesTheWholeLowestNode() {
            assertThat(on(TWO_NODES, "lonodex").match(slot(1, core(1))))
                    .containsExactly("/node0/core0", "/node0/core1", "/node0/core2", "/node0/core3", "/node0");
        }

        @Test
        void hinodexGivesTheWholeHighestNode() {
            assertThat(on(TWO_NODES, "hinodex").match(slot(1, core(1))))
                    .containsExactly("/node1/core0", "/node1/core1", "/node1/core2", "/node1/core3", "/node1");
        }

        @Test
        void firstTakesTheNewestOfNodesWithEquallyManyFreeCores() {
            assertThat(on(TWO_NODES, "first").match(node(1, slot(1, core(1))))).containsExactly("/node1/core3");
        }

        @Test
        void firstFindsTheSameAgainWhileNothingIsAllocated() {
            Fixture fixture = on(TWO_NODES, "first");
            List<String> found = fixture.match(node(1, slot(1, core(1))));

            assertThat(fixture.match(node(1, slot(1, core(1))))).isEqualTo(found);
        }
    }

    @Nested
    class Slots {
        @Test
        void severalSlotsArePackedIntoOneNode() {
            assertThat(on(TWO_NODES, "low").match(node(1, slot(2, core(2)))))
                    .containsExactly("/node0/core0", "/node0/core1", "/node0/core2", "/node0/core3");
        }

        @Test
        void aSlotDoesNotSpanTwoNodes() {
            assertThat(on(TWO_NODES, "low").match(slot(1, core(5)))).isEmpty();
        }

        @Test
        void eachSlotGetsAllItsResources() {
            Machine machine = Machine.ofNodes(2).withCores(4).withGpus(1);

            assertThat(on(machine, "low").match(slot(2, core(1), some(VertexKind.GPU, 1))))
                    .containsExactly("/node0/core0", "/node0/gpu0", "/node1/core0", "/node1/gpu0");
            assertThat(on(machine, "low").match(slot(3, core(1), some(VertexKind.GPU, 1))))
                    .isEmpty();
        }

        @Test
        void memoryIsAllocatedInWholeBanks() {
            Machine machine = Machine.ofNodes(1).withCores(1).withMemory(4, 2);

            assertThat(on(machine, "low").match(slot(1, some("memory", 5))))
                    .containsExactly("/node0/memory0", "/node0/memory1", "/node0/memory2");
        }

        @Test
        void aSlotOfAWholeNodeIncludesItsSubtree() {
            Fixture fixture = on(TWO_NODES, "low");

            assertThat(fixture.allocate(slot(1, node(1)))).containsExactly("/node0");
            assertThat(fixture.match(slot(8, core(1)))).isEmpty();
            assertThat(fixture.match(slot(4, core(1)))).hasSize(4);
        }
    }

    @Nested
    class Counts {
        @Test
        void aRangeTakesAsMuchAsThereIs() {
            Fixture fixture = on(TWO_NODES, "low");
            ResourceRequest range = ResourceRequest.slot("task", Count.between(2, 6), core(1));

            assertThat(fixture.allocate(range)).hasSize(6);
            assertThat(fixture.allocate(range)).hasSize(2);
            assertThat(fixture.allocate(range)).isEmpty();
        }

        @Test
        void aRangeThatDoublesTakesThePowerThatFits() {
            assertThat(on(TWO_NODES, "low").match(ResourceRequest.slot("task", Count.parse("1-7:2:*"), core(1))))
                    .hasSize(4);
        }

        @Test
        void exactlyAsManyNodesAsAskedForAreTaken() {
            assertThat(on(Machine.ofNodes(4).withCores(2), "low").match(node(3, slot(1, core(1)))))
                    .containsExactly("/node0/core0", "/node1/core0", "/node2/core0");
        }
    }

    @Nested
    class Exclusiveness {
        @Test
        void anExclusiveNodeIsNotPartlyUsed() {
            Fixture fixture = on(TWO_NODES, "low");
            fixture.allocate(node(1, slot(1, core(1))));

            assertThat(fixture.allocate(exclusive(node(1)))).contains("/node1").doesNotContain("/node0");
            assertThat(fixture.allocate(exclusive(node(1)))).isEmpty();
        }

        @Test
        void coresBelowAnExclusiveNodeAreNotShared() {
            Fixture fixture = on(TWO_NODES, "low");
            fixture.allocate(exclusive(node(1)));

            assertThat(fixture.match(slot(1, core(1)))).containsExactly("/node1/core0");
            assertThat(fixture.match(slot(5, core(1)))).isEmpty();
        }

        @Test
        void sharedNodesAreSharedUntilTheirCoresAreGone() {
            Fixture fixture = on(Machine.ofNodes(1).withCores(2), "low");

            assertThat(fixture.allocate(node(1, slot(1, core(1))))).containsExactly("/node0/core0");
            assertThat(fixture.allocate(node(1, slot(1, core(1))))).containsExactly("/node0/core1");
            assertThat(fixture.allocate(node(1, slot(1, core(1))))).isEmpty();
        }
    }

    @Nested
    class Levels {
        private final Machine machine =
                Machine.ofNodes(2).inRacks(2).withSockets(2).withCores(2);

        @Test
        void levelsAboveTheFirstRequestedOneMayBeOmitted() {
            assertThat(on(machine, "low").match(some("socket", 1, slot(1, core(2)))))
                    .containsExactly("/rack0/node0/socket0/core0", "/rack0/node0/socket0/core1");
        }

        @Test
        void levelsBetweenRequestedOnesMayNotBeOmitted() {
            assertThat(on(machine, "low").match(some("rack", 1, slot(1, core(2)))))
                    .isEmpty();
        }

        @Test
        void eachRequestedVertexContainsItsShare() {
            assertThat(on(machine, "low").match(some("rack", 2, node(2, some("socket", 2, slot(1, core(1)))))))
                    .hasSize(8);
            assertThat(on(machine, "low").match(some("rack", 1, node(3)))).isEmpty();
        }
    }

    @Nested
    class Constraints {
        @Test
        void propertiesConstrainNodes() {
            Fixture fixture = on(TWO_NODES, "low");
            fixture.graph.setProperty(
                    fixture.graph.findByPath("/cluster0/node1").orElseThrow(), "fast", "");

            assertThat(fixture.match(new Constraint.Properties(List.of("fast")), slot(1, core(1))))
                    .containsExactly("/node1/core0");
            assertThat(fixture.match(new Constraint.Properties(List.of("^fast")), slot(1, core(1))))
                    .containsExactly("/node0/core0");
            assertThat(fixture.match(new Constraint.Properties(List.of("fast")), slot(5, core(1))))
                    .isEmpty();
        }

        @Test
        void hostlistsConstrainNodes() {
            Constraint host = new Constraint.Hostlist(Hostlist.parse("node[1-3]"));

            assertThat(on(TWO_NODES, "low").match(host, slot(1, core(1)))).containsExactly("/node1/core0");
        }

        @Test
        void ranksConstrainNodes() {
            Constraint rank = new Constraint.Not(List.of(new Constraint.Ranks(Idset.of(0))));

            assertThat(on(TWO_NODES, "low").match(rank, slot(1, core(1)))).containsExactly("/node1/core0");
        }
    }

    @Nested
    class Status {
        @Test
        void downVerticesAreNotAllocated() {
            assertThat(on(TWO_NODES.withDown(0), "low").match(slot(1, core(1)))).containsExactly("/node1/core0");
            assertThat(on(TWO_NODES.withDown(0, 1), "low").match(slot(1, core(1))))
                    .isEmpty();
        }

        @Test
        void downVerticesCountOnlyInTheViewWithAllVerticesUp() {
            Fixture fixture = on(TWO_NODES.withDown(0), "low");
            Jobspec both = job(60, node(2, slot(1, core(1))));

            assertThat(fixture.matcher.match(both, View.EMPTY, 0, 60)).isEmpty();
            assertThat(fixture.matcher.match(both, View.EMPTY_AND_UP, 0, 60)).isPresent();
        }
    }

    private static Fixture on(Machine machine, String policy) {
        return new Fixture(machine, policy);
    }

    /// A machine on which all jobs hold their resources for the same minute.
    private static final class Fixture {
        final ResourceGraph graph;
        final Occupancy occupancy;
        final Matcher matcher;
        private long jobs;

        Fixture(Machine machine, String policy) {
            graph = machine.build();
            occupancy = new Occupancy(graph);
            matcher = new Matcher(graph, occupancy, MatchPolicy.named(policy).orElseThrow());
        }

        List<String> match(ResourceRequest request) {
            return exclusives(matcher.match(job(60, request), View.NOW, 0, 60));
        }

        List<String> match(Constraint constraint, ResourceRequest request) {
            return exclusives(matcher.match(job(60, List.of(request), Optional.of(constraint)), View.NOW, 0, 60));
        }

        List<String> allocate(ResourceRequest request) {
            Optional<Placement> found = matcher.match(job(60, request), View.NOW, 0, 60);
            found.ifPresent(placement -> occupancy.hold(new Occupancy.Holding(++jobs, placement, 0, 60, false)));
            return exclusives(found);
        }

        /// The job's exclusive vertices, as paths below the cluster.
        private List<String> exclusives(Optional<Placement> found) {
            List<String> paths = new ArrayList<>();
            found.ifPresent(placement -> {
                for (int i = 0; i < placement.size(); i++) {
                    if (placement.isExclusive(i)) {
                        paths.add(graph.path(placement.vertex(i)).substring("/cluster0".length()));
                    }
                }
                assertThat(SimpleWriter.simple(graph, placement)).endsWith("---cluster0[1:s]\n");
            });
            return paths;
        }
    }
}
