package dev.sluice.controller;

import static dev.sluice.controller.FollowedCluster.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.Kube;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.MachineState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// The hazards on the embedded API server in virtual time, and those that no server can be made to cause.
class HazardsTest extends HazardsContractTest {
    private static final String SMALL = "'cpu':'4','memory':'8Gi','pods':'10'";

    private final VirtualFollowedCluster virtual = new VirtualFollowedCluster();

    @Override
    FollowedCluster follow(UnaryOperator<Kube> wrap) {
        return new VirtualFollowedCluster(1, wrap, OwnWork.NONE);
    }

    private final DeltaInbox inbox = new DeltaInbox(() -> {});
    private final ClusterSync sync = new ClusterSync(inbox, TopologyOptions.DEFAULT, OwnWork.NONE);

    private void changed(Source source, JsonObject object) {
        inbox.addAll(source, List.of(Delta.changed(source, object)), 1);
    }

    private void gone(Source source, JsonObject last) {
        inbox.addAll(source, List.of(Delta.gone(source, last)), 1);
    }

    private List<Event> events() {
        List<Event> events = new ArrayList<>();
        for (Optional<Event> event = sync.get(); event.isPresent(); event = sync.get()) {
            events.add(event.get());
        }
        return events;
    }

    private static String pod(String uid, String version, String node, String cpu) {
        return ("{'metadata':{'namespace':'a','name':'p','uid':'%s','resourceVersion':'%s'},"
                        + "'spec':{'nodeName':'%s','containers':[{'name':'c','resources':{'requests':{'cpu':'%s'}}}]},"
                        + "'status':{'phase':'Running'}}")
                .formatted(uid, version, node, cpu);
    }

    private static String node(String uid, String name, String cpu) {
        return ("{'metadata':{'name':'%s','uid':'%s','resourceVersion':'1'},'status':{'allocatable':{'cpu':'%s'},"
                        + "'conditions':[{'type':'Ready','status':'True'}]}}")
                .formatted(name, uid, cpu);
    }

    private static ForeignUse use(String uid, long milli) {
        return new ForeignUse(uid, "/cluster0/n", Map.of("core", milli, "pods", 1L), ForeignUse.OPEN);
    }

    @Test
    void h1TheFirstReportOfAnObjectMayBeAnUpdateOrADeletion() {
        gone(Source.FOREIGN_PODS, object(pod("never seen", "7", "n", "1")));
        gone(Source.NODES, object(node("never seen", "n", "4")));
        assertThat(events()).as("deletions of unknown objects").isEmpty();

        changed(Source.NODES, object(node("u", "n", "4")));
        changed(Source.FOREIGN_PODS, object(pod("p", "9", "n", "1")));

        assertThat(events()).hasSize(2).last().isEqualTo(new Event.ForeignHeld(use("p", 1000)));
    }

    @Test
    void h9APodWithADeadlineHoldsUntilThenByPlanAndBeyondItIfItStillRuns() {
        virtual.node("n", SMALL);
        virtual.pod("p", "'cpu':'1'", "'nodeName':'n','activeDeadlineSeconds':300,");
        String started = Times.text(virtual.nowNanos());
        virtual.podStatus("p", "'phase':'Running','startTime':'%s'".formatted(started));
        virtual.settle();
        long deadline = virtual.nowNanos() + 300 * FollowedCluster.SECOND;

        assertThat(freeAt(deadline - FollowedCluster.SECOND)).isEqualTo(3000);
        assertThat(freeAt(deadline)).isEqualTo(4000);
        virtual.assertInSync();

        virtual.pass(700);
        assertThat(virtual.free("/cluster0/n/core0")).as("overdue").isEqualTo(3000);
        virtual.assertInSync();
    }

    /// Returns what is planned to be free at a later time.
    private long freeAt(long nanos) {
        return virtual.ask(engine -> {
            MachineState machine = engine.state().machineState();
            int cpu = machine.vertex("/cluster0/n/core0").orElseThrow();
            return machine.model().occupancy().availability().free(cpu, nanos, nanos + 1);
        });
    }

    @Test
    void h15TheSameReportTwiceChangesNothing() {
        changed(Source.NODES, object(node("u", "n", "4")));
        changed(Source.FOREIGN_PODS, object(pod("p", "9", "n", "1")));
        assertThat(events()).hasSize(2);

        changed(Source.NODES, object(node("u", "n", "4")));
        changed(Source.FOREIGN_PODS, object(pod("p", "9", "n", "1")));
        assertThat(events()).isEmpty();

        gone(Source.FOREIGN_PODS, object(pod("p", "10", "n", "1")));
        gone(Source.FOREIGN_PODS, object(pod("p", "10", "n", "1")));
        assertThat(events()).containsExactly(new Event.ForeignGone("p"));
        gone(Source.FOREIGN_PODS, object(pod("p", "10", "n", "1")));
        assertThat(events()).isEmpty();
    }

    @Test
    void severalChangesOfOnePodBecomeOneEvent() {
        changed(Source.NODES, object(node("u", "n", "4")));
        events();

        for (int cpu = 1; cpu <= 3; cpu++) {
            changed(Source.FOREIGN_PODS, object(pod("p", "" + cpu, "n", "" + cpu)));
        }

        assertThat(events()).containsExactly(new Event.ForeignHeld(use("p", 3000)));
    }
}
