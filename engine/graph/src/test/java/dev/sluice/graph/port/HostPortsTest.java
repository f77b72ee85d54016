package dev.sluice.graph.port;

import static dev.sluice.graph.Jobs.core;
import static dev.sluice.graph.Jobs.job;
import static dev.sluice.graph.Jobs.node;
import static dev.sluice.graph.Jobs.slot;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.Jobs;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.model.Snapshot;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Host ports on two nodes with four cores each.
class HostPortsTest {
    private static final HostPort HTTP = HostPort.tcp(80);
    private static final HostPort HTTP_ON_ONE_ADDRESS = new HostPort(HostPort.Protocol.TCP, "10.0.0.1", 80);
    private static final HostPort HTTP_ON_ANOTHER = new HostPort(HostPort.Protocol.TCP, "10.0.0.2", 80);

    private final ResourceModel model = new ResourceModel(
            GraphBuilder.cluster("lab")
                    .each("node", 2, node -> node.each("core", 4))
                    .build(),
            MatchPolicy.named("lonode").orElseThrow());
    private long nextJob = 1;

    @Test
    void aHeldPortExcludesTheNodeUntilItIsFreed() {
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Busy.class);
        assertThat(allocate(pods(1, HostPort.tcp(81)))).isInstanceOf(Outcome.Placed.class);

        model.cancel(1);

        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void podsOfAGangWithTheSamePortDoNotShareANode() {
        assertThat(nodes(allocate(pods(2, HTTP)))).isEqualTo(2);
        model.cancel(1);
        assertThat(allocate(pods(3, HTTP))).isInstanceOf(Outcome.Busy.class);
        assertThat(model.isSatisfiable(model.prepare(pods(3, HTTP)))).isFalse();
        assertThat(nodes(allocate(pods(2)))).isEqualTo(1);
    }

    @Test
    void aNodeWithSeveralPodsCannotGiveEachTheSamePort() {
        assertThat(model.isSatisfiable(model.prepare(claiming(job(60, node(1, slot(2, core(1)))), HTTP))))
                .isFalse();
        assertThat(model.isSatisfiable(model.prepare(claiming(job(60, node(2, slot(1, core(1)))), HTTP))))
                .isTrue();
    }

    @Test
    void addressesConflictOnlyWithThemselvesAndWithAll() {
        assertThat(allocate(pods(2, HTTP_ON_ONE_ADDRESS))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(pods(2, HTTP_ON_ANOTHER))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Busy.class);
    }

    @Test
    void plansCountOnExpectedEnds() {
        assertThat(start(allocate(pods(2, HTTP)))).isZero();

        assertThat(start(plan(pods(1, HTTP)))).isEqualTo(60);
        // The reservation reserves the port too, on one of two nodes.
        assertThat(start(plan(pods(2, HTTP)))).isEqualTo(120);

        model.cancel(2);
        model.setEnd(1, 40);
        assertThat(start(plan(pods(1, HTTP)))).isEqualTo(40);
    }

    @Test
    void anOverrunningJobStillHoldsItsPorts() {
        allocate(pods(2, HTTP));

        assertThat(model.findAt(model.prepare(pods(1, HTTP)), 70, 10)).isEmpty();
        assertThat(model.findAt(model.prepare(pods(1)), 70, 10)).isPresent();
        assertThat(model.findFrom(model.prepare(pods(1, HTTP)), 70, 10)).isPresent();
    }

    @Test
    void aReleasedShareFreesItsPort() {
        allocate(pods(2, HTTP));

        model.occupancy().releaseAt(1, model.graph().findByPath("/lab0/node1").orElseThrow());

        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Busy.class);
    }

    @Test
    void podsWithoutResourcesHoldPortsToo() {
        for (int i = 0; i < 2; i++) {
            model.ports().claim(-1 - i, List.of(HTTP));
            model.force(new Holding(-1 - i, nodeWithoutAmounts(i), 0, 30 + 10 * i, false));
        }

        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Busy.class);
        assertThat(start(plan(pods(1, HTTP)))).isEqualTo(30);
        assertThat(start(plan(pods(2, HTTP)))).isEqualTo(90);
        assertThat(model.findAt(model.prepare(pods(1, HTTP)), 70, 10)).isEmpty();

        model.cancel(-2);
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
    }

    private Placement nodeWithoutAmounts(int number) {
        ResourceGraph graph = model.graph();
        int node = graph.findByPath("/lab0/node" + number).orElseThrow();
        Placement.Builder placement = Placement.builder();
        placement.add(node, graph.edgeTo(node), 1, false, 2);
        placement.add(graph.root(), ResourceGraph.NO_EDGE, 1, false, 1);
        return placement.build();
    }

    @Test
    void aClaimCountsOnlyWhereItsHolderHoldsSomething() {
        model.ports().claim(100, List.of(HTTP));
        assertThat(nodes(allocate(pods(2, HTTP)))).isEqualTo(2);
    }

    @Test
    void copiesOfCopiesHaveThePortsThatWereHeldThen() {
        allocate(pods(2, HTTP));
        Snapshot snapshot = model.snapshot();
        model.cancel(1);
        model.ports().release(1);

        for (int copy = 0; copy < 2; copy++) {
            ResourceModel fork = snapshot.fork();
            assertThat(fork.snapshot().fork().findAt(fork.prepare(pods(1, HTTP)), 0, 10))
                    .isEmpty();
            fork.ports().release(1);
            assertThat(fork.findAt(fork.prepare(pods(1, HTTP)), 0, 10)).isPresent();
        }
        assertThat(allocate(pods(1, HTTP))).isInstanceOf(Outcome.Placed.class);
    }

    @Test
    void snapshotsAndTheirForksHaveThePorts() {
        allocate(pods(2, HTTP));
        ResourceModel fork = model.snapshot().fork();
        model.cancel(1);

        assertThat(fork.findAt(fork.prepare(pods(1, HTTP)), 0, 10)).isEmpty();
        fork.cancel(1);
        assertThat(fork.findAt(fork.prepare(pods(1, HTTP)), 0, 10)).isPresent();
    }

    private static Jobspec pods(int count, HostPort... ports) {
        return claiming(job(60, slot(count, core(1))), ports);
    }

    private static Jobspec claiming(Jobspec jobspec, HostPort... ports) {
        return Jobs.directed(jobspec, SchedulingDirectives.NONE.withHostPorts(ports));
    }

    private Outcome allocate(Jobspec jobspec) {
        return match(MatchOperation.ALLOCATE, jobspec);
    }

    private Outcome plan(Jobspec jobspec) {
        return match(MatchOperation.ALLOCATE_ORELSE_RESERVE, jobspec);
    }

    private Outcome match(MatchOperation operation, Jobspec jobspec) {
        Outcome outcome = model.match(operation, jobspec, nextJob, 0);
        nextJob += outcome instanceof Outcome.Placed ? 1 : 0;
        return outcome;
    }

    private static long start(Outcome outcome) {
        return ((Outcome.Placed) outcome).start();
    }

    private int nodes(Outcome outcome) {
        Outcome.Placed placed = (Outcome.Placed) outcome;
        int nodes = 0;
        for (int i = 0; i < placed.placement().size(); i++) {
            nodes += model.graph().isNode(placed.placement().vertex(i)) ? 1 : 0;
        }
        return nodes;
    }
}
