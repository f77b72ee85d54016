package dev.sluice.controller;

import static dev.sluice.controller.VirtualLiveCluster.BOUND;
import static dev.sluice.controller.VirtualLiveCluster.GATED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The annotation `hold`: while it is there, nothing is released.
class LiveHoldsTest {
    private static final String TEN_SECONDS = "'sluice.dev/run-for':'10s'";
    private static final String GATE = "'schedulingGates':[{'name':'sluice.dev/queued'}],";

    private final VirtualLiveCluster cluster = new VirtualLiveCluster(1, 3, "cpu=4,memory=8Gi");

    private void hold(ResourceType type, String name, String value) {
        cluster.patch(type, name, "{'metadata':{'annotations':{'sluice.dev/hold':%s}}}".formatted(value));
    }

    private void pod(String name, String path, String annotations, String labels) {
        cluster.create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'%s},'annotations':{%s}},'spec':{%s"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i','resources':{"
                                + "'requests':{'cpu':'1'}}}]}}")
                        .formatted(name, labels, annotations, path));
    }

    private Pod podOf(String name) {
        return new Pod(cluster.kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    @Test
    void anEmptyReasonHoldsAJobToo() {
        cluster.job("held", 1, "1", "", TEN_SECONDS, "'sluice.dev/hold':''");
        cluster.pass(30);

        assertThat(cluster.jobOf("held").isSuspended()).isTrue();
        assertThat(cluster.events("held")).contains("Held: annotation sluice.dev/hold");

        hold(KubeTypes.JOBS, "held", "null");
        cluster.pass(30);
        assertThat(cluster.isComplete("held")).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aJobThatIsHeldAfterItsDecisionIsNotReleased() {
        cluster.onRelease(() -> hold(KubeTypes.JOBS, "late", "'wait for data'"));
        cluster.job("late", 1, "1", "", TEN_SECONDS);
        cluster.pass(30);

        assertThat(cluster.jobOf("late").isSuspended()).isTrue();
        assertThat(cluster.events("late")).contains("Held: wait for data");
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        hold(KubeTypes.JOBS, "late", "null");
        cluster.pass(30);
        assertThat(cluster.isComplete("late")).isTrue();
        cluster.assertInSync();
    }

    @ParameterizedTest
    @ValueSource(strings = {BOUND + GATE, GATED})
    void aPodThatIsHeldAfterItsDecisionKeepsItsGate(String path) {
        Runnable hold = () -> hold(KubeTypes.PODS, "late", "''");
        cluster.calls().before(path.equals(GATED) ? "pin" : "release", hold);
        pod("late", path, TEN_SECONDS, "");
        cluster.pass(30);

        assertThat(podOf("late").json().array("spec", "schedulingGates")).hasSize(1);
        assertThat(cluster.scheduler().engine().table().runningCount()).isZero();

        hold(KubeTypes.PODS, "late", "null");
        cluster.pass(30);
        assertThat(podOf("late").hasSucceeded()).isTrue();
        cluster.assertInSync();
    }

    @Test
    void aGroupOneOfWhosePodsIsHeldKeepsItsGates() {
        for (String name : List.of("a", "b")) {
            String hold = name.equals("b") ? "'sluice.dev/hold':''," : "";
            pod(name, BOUND + GATE, hold + "'sluice.dev/group-size':'2'," + TEN_SECONDS, ",'sluice.dev/group':'g'");
        }
        cluster.pass(30);

        assertThat(List.of(podOf("a"), podOf("b")))
                .allMatch(pod -> pod.json().array("spec", "schedulingGates").size() == 1);

        hold(KubeTypes.PODS, "b", "null");
        cluster.pass(30);
        assertThat(List.of(podOf("a"), podOf("b"))).allMatch(Pod::hasSucceeded);
        cluster.assertInSync();
    }
}
