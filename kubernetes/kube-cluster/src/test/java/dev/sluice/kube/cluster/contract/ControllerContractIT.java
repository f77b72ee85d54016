package dev.sluice.kube.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.Kubectl;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Every scenario makes the same objects with our controllers and with the real kube-controller-manager.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.KWOK})
class ControllerContractIT {
    private static final Contest CONTEST = new Contest(Scenario.read("controllers.txt"), "controllers", 6, 0);

    @Test
    void bothControlPlanesGiveTheSameResult(Kubectl kubectl) {
        Map<String, String> ours;
        Map<String, String> theirs;
        try (EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, null),
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault())) {
            ours = CONTEST.playAll(cluster.server().address());
        }
        try (KubectlProxy proxy = KubectlProxy.start(kubectl)) {
            theirs = CONTEST.playAll(proxy.address());
        }
        List<String> differences = CONTEST.differences(ours, theirs);
        System.out.printf(
                "%d scenarios of controllers, %d differences%n",
                CONTEST.scenarios().size(), differences.size());

        assertThat(differences).isEmpty();
        assertThat(theirs.values()).noneMatch(picture -> picture.startsWith("failed"));
    }
}
