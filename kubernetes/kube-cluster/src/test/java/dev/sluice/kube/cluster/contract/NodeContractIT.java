package dev.sluice.kube.cluster.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.KubectlProxy;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import dev.sluice.testkit.kubernetes.RealProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The embedded controllers and kube-controller-manager treat silent nodes and their pods alike. Both have grace
/// periods of a few seconds.
@RealKubernetes(
        nodes = 0,
        shared = false,
        without = {Component.SCHEDULER, Component.KWOK, Component.CONTROLLER_MANAGER})
class NodeContractIT {
    private static final Contest CONTEST = new Contest(Scenario.read("nodes.txt"), "nodes", 20, 1);

    private static final NodeControlSettings QUICK =
            new NodeControlSettings(8 * Clock.NANOS_PER_SECOND, 10 * Clock.NANOS_PER_SECOND, 10, 10, 50, 3);

    @Test
    void bothControlPlanesGiveTheSameResult(ControlPlane real, @TempDir Path folder) throws Exception {
        Map<String, String> ours;
        Map<String, String> theirs;
        try (RealProgram _ = RealProgram.start(
                        real,
                        "kube-controller-manager",
                        folder,
                        "--kubeconfig=" + real.kubeconfig(),
                        "--secure-port=0",
                        "--node-monitor-period=500ms",
                        "--node-monitor-grace-period=8s",
                        "--node-startup-grace-period=10s",
                        "--node-eviction-rate=10",
                        "--secondary-node-eviction-rate=10",
                        "--terminated-pod-gc-threshold=3");
                EmbeddedCluster cluster = EmbeddedCluster.start(
                        new ClusterSettings(ServerOptions.plain(0), QUICK, null, true, false),
                        new SystemClock(),
                        new Seeds(1),
                        new FailRunOnFault());
                KubectlProxy proxy = KubectlProxy.start(real.kubectl());
                ExecutorService both = Executors.newFixedThreadPool(2)) {
            Future<Map<String, String>> mine =
                    both.submit(() -> CONTEST.playAll(cluster.server().address()));
            Future<Map<String, String>> others = both.submit(() -> CONTEST.playAll(proxy.address()));
            ours = mine.get();
            theirs = others.get();
        }
        List<String> differences = CONTEST.differences(ours, theirs);
        System.out.printf(
                "%d scenarios of nodes, %d differences%n", CONTEST.scenarios().size(), differences.size());

        assertThat(differences).isEmpty();
        assertThat(theirs.values()).noneMatch(picture -> picture.startsWith("failed"));
    }
}
