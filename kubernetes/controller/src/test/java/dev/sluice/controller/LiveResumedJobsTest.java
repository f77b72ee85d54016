package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A Job that is suspended when a part of it is complete needs less than it did.
class LiveResumedJobsTest {
    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");

    private long succeeded() {
        return cluster.jobObject("part").number(0, "status", "succeeded");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aResumedJobAsksForThePodsThatAreLeft(boolean isRestarted) {
        cluster.create("part", "'parallelism':4,'completions':10,", "2", "'sluice.dev/run-for':'10s'");
        for (int i = 0; i < 60 && succeeded() < 8; i++) {
            cluster.pass(1);
        }
        cluster.patch(KubeTypes.JOBS, "part", "{'spec':{'suspend':true}}");
        cluster.job("other", 1, "4", "", "'sluice.dev/run-for':'600s'");
        cluster.pass(60);
        assertThat(succeeded()).isEqualTo(8);
        assertThat(cluster.startsOf("other")).isEqualTo(1);
        if (isRestarted) {
            cluster.crash();
            cluster.start();
            cluster.pass(5);
        }

        cluster.patch(KubeTypes.JOBS, "part", "{'metadata':{'annotations':{'sluice.dev/hold':null}}}");
        cluster.pass(60);

        assertThat(cluster.isComplete("part")).isTrue();
        assertThat(cluster.jobObject("part").text("metadata", "annotations", "sluice.dev/attempt"))
                .isEqualTo("2");
        assertThat(cluster.isComplete("other")).isFalse();
        cluster.assertInSync();
    }
}
