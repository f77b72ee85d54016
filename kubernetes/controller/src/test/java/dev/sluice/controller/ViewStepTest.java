package dev.sluice.controller;

import static dev.sluice.controller.FollowedCluster.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.view.Amounts;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.GroupView;
import dev.sluice.controller.view.NodeView;
import dev.sluice.controller.view.ViewStep;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ViewStepTest {
    private static final String SMALL = "'cpu':'4','memory':'8Gi','pods':'10'";
    private static final String GPUS = "'cpu':'4','pods':'10','nvidia.com/gpu':'8'";
    private static final long GIB = 1L << 30;

    private final VirtualFollowedCluster cluster = new VirtualFollowedCluster();

    private ClusterView view() {
        cluster.settle();
        ViewStep step = new ViewStep(cluster.follower(), new TimerQueue(), SECOND);
        step.work(cluster.nowNanos());
        return Objects.requireNonNull(step.last());
    }

    private static Amounts of(ClusterView view, String node, String resource) {
        return view.nodes().stream()
                .filter(each -> each.name().equals(node))
                .map(each -> each.resources().get(resource))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void foreignAndOwnPodsAreToldApart() {
        cluster.node("n", SMALL);
        cluster.boundPod("theirs", "n", "'cpu':'1','memory':'1Gi'");
        cluster.pod("ours", "'cpu':'2'", "'schedulerName':'sluice','nodeName':'n',");

        ClusterView view = view();

        assertThat(of(view, "n", "cpu")).isEqualTo(new Amounts(4000, 1000, 2000, 1000));
        assertThat(of(view, "n", "memory")).isEqualTo(new Amounts(8 * GIB, GIB, 0, 7 * GIB));
        assertThat(of(view, "n", "pods")).isEqualTo(new Amounts(10, 1, 1, 8));
        assertThat(view.foreignPods()).isEqualTo(1);
        assertThat(view.ownPods()).isEqualTo(1);
        assertThat(view.isSynced()).isTrue();
    }

    @Test
    void aClosedNodeHasNothingFreeAndAnOverfullOneNeither() {
        cluster.node("closed", SMALL);
        cluster.node("full", SMALL);
        cluster.boundPod("p", "full", "'cpu':'3'");
        cluster.patchNode("closed", "{'spec':{'unschedulable':true}}");
        cluster.allocatable("full", "'cpu':'2','memory':'8Gi','pods':'10'");

        ClusterView view = view();

        assertThat(of(view, "closed", "cpu")).isEqualTo(new Amounts(4000, 0, 0, 0));
        assertThat(of(view, "full", "cpu")).isEqualTo(new Amounts(2000, 3000, 0, 0));
        assertThat(view.nodes().getFirst().reasons()).containsExactly(ClosedReason.CORDONED);
        assertThat(view.total()).extracting(GroupView::nodes, GroupView::closed).containsExactly(2, 1);
    }

    @Test
    void unitsThatAPluginHasWithdrawnAreNeitherThereNorHeld() {
        cluster.node("n", GPUS);
        cluster.boundPod("p", "n", "'nvidia.com/gpu':'2'");
        cluster.settle();
        cluster.allocatable("n", "'cpu':'4','pods':'10','nvidia.com/gpu':'5'");

        assertThat(of(view(), "n", "nvidia.com/gpu")).isEqualTo(new Amounts(5, 2, 0, 3));
    }

    @Test
    void racksAreTheSumsOfTheirNodes() {
        cluster.node("a", SMALL, "'topology.kubernetes.io/zone':'z','sluice.dev/rack':'r'");
        cluster.node("b", SMALL, "'topology.kubernetes.io/zone':'z','sluice.dev/rack':'r'");
        cluster.node("c", SMALL);
        cluster.boundPod("p", "b", "'cpu':'3'");

        ClusterView view = view();

        assertThat(view.nodes()).extracting(NodeView::rack).containsExactly("", "zone:z/rack:r", "zone:z/rack:r");
        assertThat(view.racks()).extracting(GroupView::name).containsExactly("", "zone:z/rack:r");
        assertThat(view.racks().getLast().resources()).containsEntry("cpu", new Amounts(8000, 3000, 0, 5000));
    }

    @Test
    void aViewIsMadeAgainAfterTheIntervalAndNotBefore() {
        TimerQueue timers = new TimerQueue();
        ViewStep step = new ViewStep(cluster.follower(), timers, SECOND);
        step.work(cluster.nowNanos());
        ClusterView first = step.last();
        cluster.node("n", SMALL);
        cluster.settle();

        step.work(cluster.nowNanos());
        assertThat(step.last()).isSameAs(first);

        timers.expire(cluster.nowNanos() + SECOND, 1);
        step.work(cluster.nowNanos() + SECOND);
        assertThat(Objects.requireNonNull(step.last()).nodes()).hasSize(1);
    }
}
