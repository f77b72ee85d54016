package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.TopologyOptions;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A scheduler that starts knows its picture to be whole only when all that existed has been reported.
class FirstPictureTest {
    private final DeltaInbox inbox = new DeltaInbox(() -> {});
    private final ClusterSync sync =
            new ClusterSync(inbox, TopologyOptions.DEFAULT, OwnWork.NONE, Set.of(Source.NODES, Source.FOREIGN_PODS));

    private int events() {
        int count = 0;
        while (sync.get().isPresent()) {
            count++;
        }
        return count;
    }

    @Test
    void nodesWithoutTheirPodsAreNotTheWholePicture() {
        inbox.add(
                Source.NODES,
                FollowedCluster.object("{'metadata':{'name':'n','uid':'n','resourceVersion':'1'},'spec':{},'status':{"
                        + "'allocatable':{'cpu':'4','memory':'8Gi','pods':'110'}}}"),
                false);
        inbox.passed(Source.NODES, 1);
        assertThat(events()).isPositive();
        assertThat(sync.isWhole()).isFalse();

        inbox.add(
                Source.FOREIGN_PODS,
                FollowedCluster.object("{'metadata':{'namespace':'d','name':'p','uid':'p','resourceVersion':'2'},"
                        + "'spec':{'nodeName':'n','containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]},"
                        + "'status':{'phase':'Running'}}"),
                false);
        inbox.passed(Source.FOREIGN_PODS, 2);
        assertThat(sync.get()).as("the pod").isPresent();
        assertThat(sync.isWhole()).as("its event is just being handled").isFalse();

        assertThat(events()).isZero();
        assertThat(sync.isWhole()).isTrue();
    }
}
