package dev.sluice.graph.find;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfWriter;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FinderTest {
    private final ResourceGraph graph =
            Machine.ofNodes(2).withCores(2).withDown(1).build();
    private final ResourceModel model =
            new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());

    @Test
    void foundVerticesComeWithTheirAncestors() {
        assertThat(find("names=core1"))
                .containsExactly(
                        "/cluster0/node0/core1",
                        "/cluster0/node0",
                        "/cluster0/node1/core1",
                        "/cluster0/node1",
                        "/cluster0");
    }

    @Test
    void anEmptyResultIsAnEmptyPlacement() {
        assertThat(find("names=core9")).isEmpty();
    }

    @Test
    void verticesBelowADownVertexAreDown() {
        assertThat(find("status=down"))
                .containsExactly("/cluster0/node1/core0", "/cluster0/node1/core1", "/cluster0/node1", "/cluster0");
        assertThat(find("status=up"))
                .containsExactly("/cluster0/node0/core0", "/cluster0/node0/core1", "/cluster0/node0", "/cluster0");
    }

    @Test
    void countsAreFoundWhereTheyAreKept() {
        allocate(1, slot(1, core(1)));
        Criteria criteria = CriteriaParser.parse("agfilter=true").orElseThrow();

        Finder.Found found = new Finder(graph, model.occupancy()).find(criteria, _ -> List.of("core"), 0);

        assertThat(paths(found.placement())).containsExactly("/cluster0/node0", "/cluster0/node1", "/cluster0");
        assertThat(found.counts().get(graph.root())).isEqualTo(Map.of("core", "used:1, total:4"));
        assertThat(found.counts().get(graph.nodeOfRank(1))).isEqualTo(Map.of("core", "used:0, total:2"));
        assertThat(JgfWriter.write(graph, found.placement(), found.counts()))
                .contains(
                        "\"paths\": {\"containment\": \"/cluster0\"}, \"agfilter\": {\"core\": \"used:1, total:4\"}}");
    }

    @Test
    void countsCanBeThoseOfOneJob() {
        allocate(1, slot(1, core(1)));
        allocate(2, slot(1, core(1)));
        Criteria criteria = CriteriaParser.parse("jobid-span=2 and agfilter=t").orElseThrow();

        Finder.Found found = new Finder(graph, model.occupancy()).find(criteria, _ -> List.of("core"), 0);

        assertThat(found.counts().get(graph.root())).isEqualTo(Map.of("core", "used:1, total:4"));
        assertThat(find("agfilter=f")).isEmpty();
    }

    @Test
    void removedVerticesAreNotFound() {
        graph.remove(graph.nodeOfRank(0));

        assertThat(find("names=core[0-1]")).doesNotContain("/cluster0/node0/core0");
    }

    @Test
    void onlyExclusiveVerticesAreAllocated() {
        allocate(1, slot(1, core(1)));

        assertThat(find("sched-now=allocated"))
                .containsExactly("/cluster0/node0/core0", "/cluster0/node0", "/cluster0");
        assertThat(find("sched-now=free"))
                .contains("/cluster0/node0/core1", "/cluster0/node0")
                .doesNotContain("/cluster0/node0/core0");
    }

    @Test
    void aWholeNodeIncludesItsCores() {
        allocate(1, slot(1, node(1)));

        assertThat(find("jobid-alloc=1"))
                .containsExactly("/cluster0/node0/core0", "/cluster0/node0/core1", "/cluster0/node0", "/cluster0");
        assertThat(find("jobid-tag=1")).containsExactly("/cluster0/node0", "/cluster0");
    }

    @Test
    void reservationsAreDistinguishedFromAllocations() {
        allocate(1, slot(2, core(1)));
        model.match(MatchOperation.ALLOCATE_ORELSE_RESERVE, job(60, slot(1, core(1))), 2, 0);

        assertThat(find("sched-future=reserved"))
                .containsExactly("/cluster0/node0/core0", "/cluster0/node0", "/cluster0");
        assertThat(find("jobid-reserved=2")).isEqualTo(find("sched-future=reserved"));
        assertThat(find("jobid-alloc=2")).isEmpty();
        assertThat(find("jobid-reserved=1")).isEmpty();
        assertThat(find("sched-future=free")).doesNotContain("/cluster0/node0/core0");
    }

    @Test
    void spansAreCountedAboveAllocatedVertices() {
        allocate(1, slot(1, core(1)));

        assertThat(find("jobid-span=1")).containsExactly("/cluster0/node0", "/cluster0");
        assertThat(find("jobid-span=2")).isEmpty();
    }

    @Test
    void propertiesAreFoundByName() {
        graph.setProperty(graph.findByPath("/cluster0/node0").orElseThrow(), "Fast", "");

        assertThat(find("property=Fast")).containsExactly("/cluster0/node0", "/cluster0");
        assertThat(find("property=fast")).isEmpty();
    }

    @Test
    void criteriaAreJoined() {
        assertThat(find("names=node[0-1] and status=down")).containsExactly("/cluster0/node1", "/cluster0");
        assertThat(find("names=node0 or status=down"))
                .containsExactly(
                        "/cluster0/node0",
                        "/cluster0/node1/core0",
                        "/cluster0/node1/core1",
                        "/cluster0/node1",
                        "/cluster0");
        assertThat(find("names=node0 and status=down")).isEmpty();
    }

    private void allocate(long id, ResourceRequest request) {
        model.match(MatchOperation.ALLOCATE, job(60, request), id, 0);
    }

    private List<String> find(String expression) {
        return paths(new Finder(graph, model.occupancy())
                .find(CriteriaParser.parse(expression).orElseThrow()));
    }

    private List<String> paths(Placement found) {
        List<String> paths = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            paths.add(graph.path(found.vertex(i)));
        }
        return paths;
    }
}
