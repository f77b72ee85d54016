package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.DeleteOptions;
import org.junit.jupiter.api.Test;

/// Requests that pods get from the LimitRanges of their namespace. The embedded server does not add them to pods.
class LiveLimitRangesTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void limitRange(String limit) {
        cluster.create(
                KubeTypes.LIMIT_RANGES,
                "{'metadata':{'name':'defaults'},'spec':{'limits':[{'type':'Container',%s}]}}".formatted(limit));
    }

    private void job(String name, int pods, String resources) {
        cluster.create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'}},'spec':{'suspend':true,"
                                + "'podReplacementPolicy':'Failed','parallelism':%d,'completions':%d,'template':{"
                                + "'metadata':{'annotations':{'sluice.dev/run-for':'10s'}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i'%s}]}}}}")
                        .formatted(name, pods, pods, VirtualLiveCluster.BOUND, resources));
    }

    private String nodesOf(String job) {
        return cluster.jobObject(job).text("metadata", "annotations", "sluice.dev/nodes");
    }

    @Test
    void podsWithoutRequestsArePlannedWithTheDefaultsOfTheirNamespace() {
        limitRange("'defaultRequest':{'cpu':'2'}");
        cluster.pass(1);
        job("small", 4, "");
        job("large", 8, "");
        cluster.pass(10);

        assertThat(nodesOf("small")).isEqualTo("node-[0-1]");
        assertThat(cluster.jobOf("large").isSuspended()).as("16 of 12 cores").isTrue();
        cluster.pass(30);
        assertThat(cluster.isComplete("small")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void defaultLimitsAreDefaultRequestsAndWhatAContainerSaysComesFirst() {
        limitRange("'default':{'cpu':'3'}");
        cluster.pass(1);
        job("limited", 2, ",'resources':{'limits':{'cpu':'2'}}");
        job("plain", 2, "");
        cluster.pass(10);

        assertThat(nodesOf("limited")).isEqualTo("node-0");
        assertThat(nodesOf("plain")).isEqualTo("node-[1-2]");
    }

    @Test
    void aWaitingJobFollowsItsNamespacesDefaults() {
        limitRange("'defaultRequest':{'cpu':'2'}");
        cluster.pass(1);
        job("large", 8, "");
        cluster.pass(10);
        assertThat(cluster.jobOf("large").isSuspended()).isTrue();

        cluster.kube().delete(KubeTypes.LIMIT_RANGES, FollowedCluster.key("default", "defaults"), DeleteOptions.PLAIN);
        cluster.pass(60);

        assertThat(cluster.isComplete("large")).isTrue();
        cluster.assertInSync();
    }
}
