package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.Share;
import dev.sluice.scheduling.Engine;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Places that wait for the replacements of pods, on nodes that change meanwhile.
class LiveFreePlacesTest {
    private static final String TAINTED = "{'spec':{'taints':[{'key':'broken','effect':'NoSchedule'}]}}";
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    /// Returns the nodes where the only job holds places.
    private List<String> held() {
        Engine engine = cluster.scheduler().engine();
        JobTable table = engine.table();
        for (int job = 0; job < table.size(); job++) {
            if (!table.isFree(job) && table.isRunning(job)) {
                return engine.state().machineState().sharesOf(job).stream()
                        .map(Share::path)
                        .filter(path -> path.endsWith("/pods0"))
                        .map(path -> path.replaceAll(".*(node-.)/.*", "$1"))
                        .toList();
            }
        }
        return List.of();
    }

    /// Starts a Job whose pod has failed; its replacement comes ten seconds later.
    private void failed() {
        cluster.job("flaky", 1, "4", "'backoffLimit':5,", "'sluice.dev/run-for':'5s','sluice.dev/exit-code':'1'");
        for (int i = 0; i < 30 && cluster.podsOf("flaky").stream().noneMatch(Pod::hasFailed); i++) {
            cluster.pass(1);
        }
        cluster.pass(2);
        assertThat(cluster.podsOf("flaky")).hasSize(1).allMatch(Pod::hasFailed);
        assertThat(held()).containsExactly("node-0");
    }

    @Test
    void aPlaceOnANodeThatIsCordonedIsGivenUpAtOnce() {
        failed();
        cluster.patch(KubeTypes.NODES, "node-0", "{'spec':{'unschedulable':true}}");
        cluster.pass(1);

        assertThat(held()).containsExactly("node-1");
        assertThat(cluster.podsOf("flaky"))
                .as("the replacement is not there yet")
                .hasSize(1);
    }

    @Test
    void aPlaceOnANodeWithANewTaintIsGivenUpAtOnce() {
        failed();
        cluster.patch(KubeTypes.NODES, "node-0", TAINTED);
        cluster.pass(1);

        assertThat(held()).containsExactly("node-1");
    }

    private String replacementsNode(String tolerations) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'train','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','template':{'metadata':{'annotations':{"
                                + "'sluice.dev/run-for':'600s'}},'spec':{%s'schedulerName':'sluice','restartPolicy':"
                                + "'Never','containers':[{'name':'c','image':'i','resources':{'requests':{"
                                + "'cpu':'4'}}}]}}}}")
                        .formatted(tolerations));
        cluster.pass(10);
        Pod first = cluster.podsOf("train").getFirst();
        assertThat(first.nodeName()).isEqualTo("node-0");
        cluster.patch(KubeTypes.NODES, "node-0", TAINTED);
        cluster.kube()
                .delete(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", first.json().text("metadata", "name")),
                        DeleteOptions.PLAIN);
        cluster.pass(60);
        List<Pod> active =
                cluster.podsOf("train").stream().filter(Pod::isActive).toList();
        assertThat(active).hasSize(1).allMatch(Pod::isPlaced);
        return active.getFirst().nodeName();
    }

    @Test
    void aReplacementIsNotBoundToANodeWithATaintThatItDoesNotTolerate() {
        assertThat(replacementsNode("")).isEqualTo("node-1");
        cluster.assertInSync();
    }

    @Test
    void aReplacementThatToleratesTheTaintKeepsItsPlace() {
        assertThat(replacementsNode("'tolerations':[{'operator':'Exists'}],")).isEqualTo("node-0");
        cluster.assertInSync();
    }

    @Test
    void aPlaceThatAnotherSchedulersPodTakesIsGivenUpAtOnce() {
        failed();
        cluster.foreignPod("thief", "node-0", "1");
        cluster.pass(1);

        assertThat(held()).containsExactly("node-1");
        assertThat(cluster.podsOf("flaky"))
                .as("the replacement is not there yet")
                .hasSize(1);
    }
}
