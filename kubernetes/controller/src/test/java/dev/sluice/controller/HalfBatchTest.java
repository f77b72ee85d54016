package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.queue.Job;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.drive.EngineDriver;
import dev.sluice.scheduling.drive.EngineLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A list that replaces more pods than the engine handles in one turn: nothing is decided on a part of it.
class HalfBatchTest {
    /// More than the events of one turn.
    private static final int PODS = 10_500;

    private static final long SECOND = FollowedCluster.SECOND;

    private final DeltaInbox inbox = new DeltaInbox(() -> {});
    private final ClusterSync sync =
            new ClusterSync(inbox, TopologyOptions.DEFAULT, OwnWork.NONE, Set.of(Source.NODES, Source.FOREIGN_PODS));
    private final List<Decision> decisions = new ArrayList<>();
    private final EngineLoop loop = new EngineLoop(
            EngineDriver.withoutStore(
                    new Engine(
                            EngineOptions.plain(new Easy(), CycleOptions.DEFAULT)
                                    .in(WorldOptions.LIVE),
                            new ResourceModel(
                                    NodeGraph.empty(), MatchPolicy.named("low").orElseThrow()),
                            false),
                    decisions::addAll),
            new TimerQueue(),
            sync,
            sync::mayDecide);
    private long version;

    private static JsonObject node(String name, String cpu) {
        return FollowedCluster.object(("{'metadata':{'name':'%1$s','uid':'%1$s','resourceVersion':'1'},'spec':{},"
                        + "'status':{'allocatable':{'cpu':'%2$s','memory':'8Gi','pods':'110'},'conditions':[{'type':'Ready',"
                        + "'status':'True'}]}}")
                .formatted(name, cpu));
    }

    private static JsonObject pod(String name, String node, String cpu) {
        return FollowedCluster.object(("{'metadata':{'namespace':'d','name':'%1$s','uid':'%1$s',"
                        + "'resourceVersion':'2'},'spec':{'nodeName':'%2$s','containers':[{'name':'c','resources':{"
                        + "'requests':{'cpu':'%3$s'}}}]},'status':{'phase':'Running'}}")
                .formatted(name, node, cpu));
    }

    private static Jobspec cores(int count) {
        ResourceRequest slot =
                ResourceRequest.slot("pod", Count.exactly(1), ResourceRequest.of("core", Count.exactly(1000L * count)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
    }

    private void turnUntilQuiet() {
        int done;
        do {
            done = loop.work(SECOND);
        } while (done > 0);
    }

    private List<Decision> starts() {
        return decisions.stream().filter(Decision.Start.class::isInstance).toList();
    }

    /// A job of 4 CPUs waits for node `n`, which a pod of another scheduler fills.
    private void waitForNode() {
        inbox.addAll(
                Source.NODES,
                List.of(Delta.changed(Source.NODES, node("m", "1")), Delta.changed(Source.NODES, node("n", "4"))),
                ++version);
        inbox.addAll(
                Source.FOREIGN_PODS, List.of(Delta.changed(Source.FOREIGN_PODS, pod("before", "n", "4"))), ++version);
        inbox.tell(new Event.JobSubmitted(Job.of(1, cores(4), 3600 * SECOND)));
        turnUntilQuiet();
        assertThat(starts()).as("the node is taken").isEmpty();
    }

    /// The pod on node `n` is gone, and `last` comes at the end of the same list.
    private void relist(JsonObject last) {
        List<Delta> deltas = new ArrayList<>();
        deltas.add(Delta.gone(Source.FOREIGN_PODS, pod("before", "n", "4")));
        for (int i = 0; i < PODS; i++) {
            deltas.add(Delta.changed(Source.FOREIGN_PODS, pod("pod-" + i, "m", "1m")));
        }
        deltas.add(Delta.changed(Source.FOREIGN_PODS, last));
        inbox.addAll(Source.FOREIGN_PODS, deltas, ++version);
    }

    @Test
    void aPlaceThatTheRestOfAListTakesIsNotGivenToAJob() {
        waitForNode();

        relist(pod("after", "n", "4"));
        turnUntilQuiet();

        assertThat(starts()).isEmpty();
    }

    @Test
    void thePassFollowsWhenTheListIsWhole() {
        waitForNode();

        relist(pod("after", "m", "4"));
        turnUntilQuiet();

        assertThat(starts()).hasSize(1);
    }
}
