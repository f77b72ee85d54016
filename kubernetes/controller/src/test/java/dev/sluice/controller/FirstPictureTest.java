package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.DeltaInbox.Delta;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    /// Counts the reports of pods.
    private static final class Counting implements OwnWork {
        private final List<String> versions = new ArrayList<>();

        @Override
        public Optional<Place> placeOf(JsonObject pod, String node) {
            return Optional.empty();
        }

        @Override
        public void podChanged(JsonObject pod) {
            versions.add(KubeObjects.resourceVersion(pod));
        }
    }

    @Test
    void ofAPodThatChangesWhileItsNodesAreNotListedOnlyTheLastStateIsKept() {
        Counting work = new Counting();
        ClusterSync counted = new ClusterSync(inbox, TopologyOptions.DEFAULT, work, Set.of(Source.NODES));
        for (int version = 1; version <= 100; version++) {
            JsonObject pod = FollowedCluster.object(
                    "{'metadata':{'namespace':'d','name':'p','uid':'p','resourceVersion':'%d'},'spec':{}}"
                            .formatted(version));
            inbox.addAll(Source.FOREIGN_PODS, List.of(Delta.changed(Source.FOREIGN_PODS, pod)), version);
            assertThat(counted.get()).isEmpty();
        }
        assertThat(work.versions).isEmpty();

        inbox.addAll(Source.NODES, List.of(), 101);
        assertThat(counted.get()).isEmpty();

        assertThat(work.versions).containsExactly("100");
    }

    @Test
    void nodesWithoutTheirPodsAreNotTheWholePicture() {
        JsonObject node =
                FollowedCluster.object("{'metadata':{'name':'n','uid':'n','resourceVersion':'1'},'spec':{},'status':{"
                        + "'allocatable':{'cpu':'4','memory':'8Gi','pods':'110'}}}");
        inbox.addAll(Source.NODES, List.of(Delta.changed(Source.NODES, node)), 1);
        assertThat(events()).isPositive();
        assertThat(sync.isWhole()).isFalse();

        JsonObject pod =
                FollowedCluster.object("{'metadata':{'namespace':'d','name':'p','uid':'p','resourceVersion':'2'},"
                        + "'spec':{'nodeName':'n','containers':[{'name':'c','resources':{'requests':{'cpu':'1'}}}]},"
                        + "'status':{'phase':'Running'}}");
        inbox.addAll(Source.FOREIGN_PODS, List.of(Delta.changed(Source.FOREIGN_PODS, pod)), 2);
        assertThat(sync.get()).as("the pod").isPresent();
        assertThat(sync.isWhole()).as("its event is just being handled").isFalse();

        assertThat(events()).isZero();
        assertThat(sync.isWhole()).isTrue();
    }
}
