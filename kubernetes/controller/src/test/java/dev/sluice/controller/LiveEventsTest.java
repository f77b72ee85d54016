package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What users read in the Events of their Jobs and pods.
class LiveEventsTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    @Test
    void aJobIsQueuedAndReleased() {
        cluster.job("train", 3, "4", "", TEN_SECONDS);
        cluster.pass(8);

        assertThat(cluster.events("train"))
                .containsExactlyInAnyOrder("Queued: waits in queue default", "Released: attempt 1 on node-[0-2]");
    }

    @Test
    void aHeldJobSaysWhy() {
        cluster.job("held", 1, "1", "", TEN_SECONDS, "'sluice.dev/hold':'until Monday'");
        cluster.pass(5);

        assertThat(cluster.events("held")).contains("Held: until Monday");
    }

    @Test
    void anUndoneAttemptSaysWhy() {
        cluster.gatedJob("train", 1, "4", "", TEN_SECONDS);
        cluster.calls().before("pin", () -> cluster.foreignPod("thief", "node-0", "1"));
        cluster.pass(60);

        String pod = cluster.calls().made().stream()
                .filter(call -> call.startsWith("pin pod "))
                .map(call -> call.substring("pin pod ".length()))
                .findFirst()
                .orElseThrow();
        assertThat(cluster.events("train"))
                .contains("Undone: attempt 1: the default scheduler found no room for pod " + pod
                        + " on node node-0: 0/3 nodes are available")
                .contains("Released: attempt 2 on node-1");
    }

    @Test
    void aRefusedJobSaysWhy() {
        cluster.job("array", 1, "1", "", TEN_SECONDS, "'sluice.dev/array-max-running':'2'");
        cluster.pass(5);

        assertThat(cluster.events("array"))
                .containsExactly(
                        "Refused: annotation sluice.dev/array-max-running (2): arrays are not supported yet; remove"
                                + " it");
    }

    @Test
    void aJobThatItsUserLetsGoIsCalledForeign() {
        cluster.job("first", 3, "4", "", "'sluice.dev/run-for':'10m'");
        cluster.job("impatient", 1, "1", "", TEN_SECONDS);
        cluster.pass(8);
        cluster.patch(KubeTypes.JOBS, "impatient", "{'spec':{'suspend':false}}");
        cluster.pass(8);

        assertThat(cluster.events("impatient"))
                .contains("Foreign: was unsuspended past the queue: its pods are queued one by one; suspend it to have"
                        + " it queued whole");
    }

    @Test
    void eventsThatTheServerRefusesDelayNothing() {
        cluster.calls().lose(0.5);
        for (int i = 0; i < 10; i++) {
            cluster.job("job-" + i, 1, "1", "", TEN_SECONDS);
        }
        cluster.pass(200);

        assertThat(List.of("job-0", "job-5", "job-9")).allMatch(cluster::isComplete);
    }
}
