package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.queue.Job;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.RequestShapes;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.reason.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Labels, taints and directives in the engine, on four nodes with four cores each. The first two are in zone a; the
/// second and the third are tainted.
class NodeRulesTest {
    private static final SmallMachine.Node NODE = new SmallMachine.Node(4, 0, List.of());
    private static final SmallMachine MACHINE = new SmallMachine(List.of(List.of(NODE, NODE, NODE, NODE)));
    private static final String TOLERANT =
            "scheduling-directives: {tolerations: [{key: gpu, operator: Exists, effect: NoSchedule}]}";

    private final ResourceModel machine = machine();
    private final Engine engine =
            new Engine(new EngineOptions(new Easy(), JobOrder.fifo(), List.of(), CycleOptions.DEFAULT), machine, true);

    private static ResourceModel machine() {
        ResourceGraph graph = MACHINE.graph();
        graph.setProperty(node(graph, 0), "zone", "a");
        graph.setProperty(node(graph, 1), "zone", "a");
        graph.setTaints(node(graph, 1), List.of(new Taint("gpu", "", TaintEffect.NO_SCHEDULE)));
        graph.setTaints(node(graph, 2), List.of(new Taint("broken", "disk", TaintEffect.NO_EXECUTE)));
        return new ResourceModel(graph, MatchPolicy.named("low").orElseThrow());
    }

    private static int node(ResourceGraph graph, int number) {
        return graph.findByPath(MACHINE.path(number)).orElseThrow();
    }

    private static Jobspec jobspec(int nodes, String attributes) {
        return read(
                "{type: node, count: %d, with: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]}"
                        .formatted(nodes),
                attributes);
    }

    private static Jobspec read(String resources, String attributes) {
        return JobspecReader.read(
                """
                version: 9999
                resources: [%s]
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 10%s}}
                """.formatted(resources, attributes.isEmpty() ? "" : ", " + attributes), "job.yaml", Dialect.RFC);
    }

    /// Returns why the job is refused.
    private String refusal(Jobspec jobspec) {
        List<Decision> decisions = engine.handle(new Event.JobSubmitted(Job.of(1, jobspec, 10 * Task.SECOND)), 0)
                .decisions();
        return ((Decision.Refuse) decisions.getFirst()).reason().sentence();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3 | ''                                                                                                  | needs 3 nodes with 1 core each, 2 there; 2 tainted (gpu:NoSchedule)
            2 | 'constraints: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}' | needs 2 nodes of those that have zone = a, each with 1 core, 1 there; 1 tainted (gpu:NoSchedule)
            3 | 'constraints: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: NotIn, values: [node0]}]}]}' | needs 3 nodes of those that are not named node0, each with 1 core, 1 there; 2 tainted (gpu:NoSchedule)
            """)
    void refusalsNameLabelsAndTaints(int nodes, String attributes, String sentence) {
        assertThat(refusal(jobspec(nodes, attributes))).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            2 | hostPorts: [{hostPort: 80}] | runs
            3 | hostPorts: [{hostPort: 80}] | needs 3 slots of 1 core each, 8 cores there; 8 cores tainted (gpu:NoSchedule); but not with one pod per node for TCP 80, however empty
            5 | colocation: {topologyKey: node} | needs 5 slots of 1 core each, 8 cores there; 8 cores tainted (gpu:NoSchedule); but not inside one node, however empty
            2 | topologySpread: {topologyKey: zone, maxSkew: 1, existing: {b: 9}}, colocation: {topologyKey: rack, whenUnsatisfiable: ScheduleAnyway} | runs
            5 | topologySpread: {topologyKey: zone, maxSkew: 1} | needs 5 slots of 1 core each, 8 cores there; 8 cores tainted (gpu:NoSchedule); but not spread over zone with a skew of at most 1, however empty
            """)
    void refusalsNameThePortsAndTheTopology(int count, String directives, String sentence) {
        String slots = "{type: slot, count: %d, label: task, with: [{type: core, count: 1}]}".formatted(count);
        Jobspec jobspec = read(slots, "scheduling-directives: {" + directives + "}");
        boolean runs = machine.isSatisfiable(machine.prepare(jobspec));

        assertThat(runs ? "runs" : refusal(jobspec)).isEqualTo(sentence);
    }

    @Test
    void jobsWithTheSamePortTakeTurnsOnANode() {
        // Two nodes take jobs without tolerations.
        Jobspec jobspec = jobspec(1, "scheduling-directives: {hostPorts: [{hostPort: 80}]}");
        for (int id = 1; id <= 3; id++) {
            engine.handle(new Event.JobSubmitted(Job.of(id, jobspec, 10 * Task.SECOND)), 0);
        }
        engine.settle(0);

        assertThat(engine.outlook(0).verdict(1)).isEqualTo(new Verdict.Runs(0));
        assertThat(engine.outlook(0).verdict(2)).isEqualTo(new Verdict.Runs(0));
        assertThat(engine.outlook(0).verdict(3))
                .isInstanceOfSatisfying(
                        Verdict.Planned.class,
                        planned -> assertThat(planned.startNanos()).isEqualTo(10 * Task.SECOND));

        engine.handle(new Event.JobFinished(2), 5 * Task.SECOND);
        engine.settle(5 * Task.SECOND);
        assertThat(engine.outlook(5 * Task.SECOND).verdict(3)).isEqualTo(new Verdict.Runs(5 * Task.SECOND));
    }

    @Test
    void onlyJobsThatHoldSomethingClaimPorts() {
        // Two nodes take jobs without tolerations.
        Jobspec jobspec = jobspec(1, "scheduling-directives: {hostPorts: [{hostPort: 80}]}");
        for (int id = 1; id <= 10; id++) {
            engine.handle(new Event.JobSubmitted(Job.of(id, jobspec, 10 * Task.SECOND)), 0);
        }
        engine.settle(0);

        assertThat(machine.ports().holderCount())
                .as("two run and one has a reservation")
                .isEqualTo(3);
        assertThat(engine.outlook(0).verdict(5))
                .as("on each of two nodes one after another")
                .isInstanceOfSatisfying(
                        Verdict.Planned.class,
                        planned -> assertThat(planned.startNanos()).isEqualTo(20 * Task.SECOND));

        for (int id = 1; id <= 10; id++) {
            engine.handle(new Event.JobCancelled(id), Task.SECOND);
        }
        engine.settle(Task.SECOND);
        for (int id = 1; id <= 10; id++) {
            engine.handle(new Event.JobFinished(id), 2 * Task.SECOND);
        }
        assertThat(machine.ports().holderCount()).isZero();
    }

    @Test
    void labelsAndTaintsThatChangeLetJobsStartAndMoveReservations() {
        String inZoneB =
                "constraints: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [b]}]}]}";
        engine.handle(new Event.NodeRelabelled(MACHINE.path(2), Map.of("zone", "b")), 0);
        engine.handle(new Event.NodeTainted(MACHINE.path(2), List.of()), 0);
        engine.handle(new Event.JobSubmitted(Job.of(1, whole(inZoneB), 10 * Task.SECOND)), 0);
        engine.handle(new Event.JobSubmitted(Job.of(2, whole(inZoneB), 10 * Task.SECOND)), 0);
        engine.settle(0);
        assertThat(engine.outlook(0).verdict(1)).isEqualTo(new Verdict.Runs(0));
        assertThat(engine.outlook(0).verdict(2)).isInstanceOf(Verdict.Planned.class);

        engine.handle(new Event.NodeRelabelled(MACHINE.path(3), Map.of("zone", "b")), Task.SECOND);
        engine.settle(Task.SECOND);
        assertThat(engine.outlook(Task.SECOND).verdict(2)).isEqualTo(new Verdict.Runs(Task.SECOND));

        Taint gone = new Taint("gone", "", TaintEffect.NO_EXECUTE);
        engine.handle(new Event.JobSubmitted(Job.of(3, whole(inZoneB), 10 * Task.SECOND)), 2 * Task.SECOND);
        engine.settle(2 * Task.SECOND);
        engine.handle(new Event.NodeTainted(MACHINE.path(2), List.of(gone)), 3 * Task.SECOND);
        engine.settle(3 * Task.SECOND);
        assertThat(engine.outlook(3 * Task.SECOND).verdict(3))
                .isInstanceOfSatisfying(
                        Verdict.Planned.class,
                        planned -> assertThat(planned.startNanos()).isEqualTo(11 * Task.SECOND));
    }

    @Test
    void portsOfOtherSchedulersPodsExcludeTheirNodes() {
        // Only these nodes take jobs without tolerations. The pods request no resources.
        for (int node : List.of(0, 3)) {
            ForeignUse pod = new ForeignUse("pod" + node, MACHINE.path(node), Map.of(), ForeignUse.OPEN);
            engine.handle(new Event.ForeignHeld(pod.withHostPorts(HostPort.tcp(80))), 0);
        }
        Jobspec jobspec = jobspec(1, "scheduling-directives: {hostPorts: [{hostPort: 80, hostIP: 10.0.0.1}]}");
        engine.handle(new Event.JobSubmitted(Job.of(1, jobspec, 10 * Task.SECOND)), 0);
        engine.settle(0);
        assertThat(engine.outlook(0).verdict(1)).isNotInstanceOf(Verdict.Runs.class);

        engine.handle(new Event.NodeRemoved(MACHINE.path(3)), Task.SECOND);
        engine.handle(new Event.NodeAdded(MACHINE.graph()), Task.SECOND);
        engine.settle(Task.SECOND);
        assertThat(engine.outlook(Task.SECOND).verdict(1)).isNotInstanceOf(Verdict.Runs.class);

        engine.handle(new Event.ForeignGone("pod3"), 2 * Task.SECOND);
        engine.settle(2 * Task.SECOND);
        assertThat(engine.outlook(2 * Task.SECOND).verdict(1)).isEqualTo(new Verdict.Runs(2 * Task.SECOND));
    }

    @Test
    void anUnknownNodeIsReported() {
        assertThat(engine.handle(new Event.NodeTainted("/cluster0/none", List.of()), 0)
                        .decisions())
                .containsExactly(new Decision.Report("there is no vertex (/cluster0/none)"));
    }

    private static Jobspec whole(String attributes) {
        return read("{type: node, count: 1, exclusive: true}", attributes);
    }

    @Test
    void toleratedTaintsAreNoObstacle() {
        engine.handle(new Event.JobSubmitted(Job.of(1, jobspec(3, TOLERANT), 10 * Task.SECOND)), 0);
        engine.settle(0);

        assertThat(engine.outlook(0).verdict(1)).isEqualTo(new Verdict.Runs(0));
    }

    @Test
    void everythingThatDecidesWhereAJobFitsMakesAShapeOfItsOwn() {
        RequestShapes shapes = new RequestShapes(machine);

        int plain = shapes.numberOf(jobspec(1, ""), Optional.empty());
        int tolerant = shapes.numberOf(jobspec(1, TOLERANT), Optional.empty());

        assertThat(tolerant).isNotEqualTo(plain);
        assertThat(shapes.numberOf(jobspec(1, TOLERANT), Optional.empty())).isEqualTo(tolerant);
        assertThat(shapes.shape(tolerant)
                        .request()
                        .jobspec()
                        .attributes()
                        .system()
                        .directives()
                        .tolerations())
                .hasSize(1);
    }
}
