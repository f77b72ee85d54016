package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.object.Pod;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A node that refuses pods is quarantined, which operators and users see, and returns.
class LiveQuarantineTest {
    private static final String RUN = "'sluice.dev/run-for':'10s'";
    private static final String REFUSED = "{'status':{'phase':'Failed','reason':'OutOfcpu'}}";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 2, "cpu=4,memory=8Gi");
    private boolean isBroken = true;

    private void refuse(String call) {
        if (isBroken && call.startsWith("bind pod default/") && call.endsWith(" to node-0")) {
            cluster.patchStatus(call.substring("bind pod default/".length(), call.indexOf(" to ")), REFUSED);
        }
    }

    @Test
    void aNodeThatRefusesThreePodsIsQuarantinedAndReturns() {
        List<String> jobs = List.of("one", "two", "three");
        cluster.calls().listen(this::refuse);
        jobs.forEach(job -> cluster.job(job, 1, "1", "", RUN));
        cluster.pass(120);

        assertThat(jobs).allMatch(cluster::isComplete);
        assertThat(cluster.scheduler().quarantined()).isEqualTo(1);
        assertThat(cluster.events("node-0"))
                .filteredOn(event -> event.startsWith("Quarantined: it has failed several jobs (failure score "))
                .hasSize(1);
        assertThat(cluster.notices()).anyMatch(notice -> notice.startsWith("node-0 Quarantined: "));

        isBroken = false;
        cluster.crash();
        cluster.start();
        cluster.pass(5);
        assertThat(cluster.scheduler().quarantined()).as("after a restart").isEqualTo(1);
        cluster.job("meanwhile", 2, "4", "", RUN);
        cluster.pass(60);
        assertThat(cluster.jobOf("meanwhile").isSuspended()).isTrue();

        cluster.pass(1_800);
        assertThat(cluster.scheduler().quarantined()).isZero();
        assertThat(cluster.isComplete("meanwhile")).isTrue();
        assertThat(cluster.podsOf("meanwhile")).extracting(Pod::nodeName).contains("node-0");
        cluster.assertInSync();
    }
}
