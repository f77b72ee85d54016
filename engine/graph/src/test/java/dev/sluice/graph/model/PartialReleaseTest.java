package dev.sluice.graph.model;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.exclusive;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Matcher;
import dev.sluice.graph.match.View;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.rset.ResourceSetReader;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PartialReleaseTest {
    private final ResourceGraph graph =
            Machine.ofNodes(2).withCores(2).withMemory(2, 8).build();
    private final Placement fourCores = place(slot(4, core(1)));

    @Nested
    class Named {
        @Test
        void aResourceSetNamesAllOnItsRanks() {
            assertThat(paths(PartialRelease.named(graph, fourCores, set("1", "\"core\": \"0\""))))
                    .containsExactly("/cluster0/node1", "/cluster0/node1/core0", "/cluster0/node1/core1");
        }

        @Test
        void ranksThatTheJobIsNotOnNameNothing() {
            assertThat(PartialRelease.named(graph, fourCores, set("7", "\"core\": \"0\"")))
                    .isEmpty();
        }

        @Test
        void aGraphNamesVerticesByPathAndRank() {
            assertThat(paths(PartialRelease.named(graph, fourCores, part("/cluster0/node0", 0))))
                    .containsExactly("/cluster0/node0");
            assertThat(PartialRelease.named(graph, fourCores, part("/cluster0/node0", 1)))
                    .isEmpty();
        }

        @Test
        void aGraphThatNamesWhatTheJobDoesNotHoldNamesNothing() {
            Placement oneCore = place(slot(1, core(1)));

            assertThat(PartialRelease.named(graph, oneCore, part("/cluster0/node0/core1", -1)))
                    .isEmpty();
            assertThat(PartialRelease.named(graph, oneCore, part("/cluster0/node9", 9)))
                    .isEmpty();
        }
    }

    @Nested
    class Without {
        @Test
        void theRestKeepsItsOrderAndItsAncestors() {
            Placement rest = PartialRelease.without(fourCores, vertices("/cluster0/node0/core0"));

            assertThat(paths(rest))
                    .containsExactly(
                            "/cluster0/node0/core1",
                            "/cluster0/node0",
                            "/cluster0/node1/core0",
                            "/cluster0/node1/core1",
                            "/cluster0/node1",
                            "/cluster0");
        }

        @Test
        void aNodeIsReleasedWithItsLastCore() {
            Placement rest =
                    PartialRelease.without(fourCores, vertices("/cluster0/node0/core0", "/cluster0/node0/core1"));

            assertThat(paths(rest))
                    .containsExactly("/cluster0/node1/core0", "/cluster0/node1/core1", "/cluster0/node1", "/cluster0");
        }

        @Test
        void aNodeStaysWhileItHasACore() {
            Placement rest = PartialRelease.without(fourCores, vertices("/cluster0/node0"));

            assertThat(paths(rest)).isEqualTo(paths(fourCores));
        }

        @Test
        void anEmptyPlacementStaysEmpty() {
            BitSet all = new BitSet();
            all.set(0, graph.vertexCount());

            assertThat(PartialRelease.without(fourCores, all).size()).isZero();
        }
    }

    @Nested
    class ShortLists {
        private final Placement wholeNode = place(slot(1, node(1)));

        @Test
        void leaveSomethingOfANodeGivenWhole() {
            assertThat(PartialRelease.leavesSomething(
                            graph, wholeNode, set("0", "\"core\": \"0\""), Set.of(VertexKind.CORE)))
                    .isTrue();
            assertThat(PartialRelease.leavesSomething(
                            graph, wholeNode, set("0", "\"core\": \"0-1\""), Set.of(VertexKind.CORE)))
                    .isFalse();
        }

        @Test
        void countBanksAsOneUnitEach() {
            assertThat(PartialRelease.leavesSomething(
                            graph, wholeNode, set("0", "\"memory\": \"0-1\""), Set.of("memory")))
                    .isTrue();
        }

        @Test
        void leaveNothingOfWhatWasPlacedOneByOne() {
            assertThat(PartialRelease.leavesSomething(
                            graph, fourCores, set("0", "\"core\": \"0\""), Set.of(VertexKind.CORE)))
                    .isFalse();
        }
    }

    @Test
    void theSharedPartOmitsExclusiveVertices() {
        assertThat(paths(PartialRelease.shared(place(exclusive(node(2)))))).containsExactly("/cluster0");
        assertThat(paths(PartialRelease.shared(fourCores)))
                .containsExactly("/cluster0/node0", "/cluster0/node1", "/cluster0");
    }

    private Placement place(ResourceRequest request) {
        Matcher matcher = new Matcher(
                graph, new Occupancy(graph), MatchPolicy.named("low").orElseThrow());
        return matcher.match(job(60, request), View.NOW, 0, 60).orElseThrow();
    }

    private static ResourceSet set(String ranks, String children) {
        return ResourceSetReader.read(
                "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"%s\", \"children\": {%s}}]}}"
                        .formatted(ranks, children),
                "R.json");
    }

    private static ResourceGraph part(String path, int rank) {
        return JgfReader.readPart("""
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "any", "rank": %d, "paths": {"containment": "%s"}}}]}}""".formatted(rank, path), "part.json");
    }

    private BitSet vertices(String... paths) {
        BitSet vertices = new BitSet();
        for (String path : paths) {
            vertices.set(graph.findByPath(path).orElseThrow());
        }
        return vertices;
    }

    private List<String> paths(Optional<BitSet> vertices) {
        return vertices.orElseThrow().stream().mapToObj(graph::path).toList();
    }

    private List<String> paths(Placement placement) {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < placement.size(); i++) {
            paths.add(graph.path(placement.vertex(i)));
        }
        return paths;
    }
}
