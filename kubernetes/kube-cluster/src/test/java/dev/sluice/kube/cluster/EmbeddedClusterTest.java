package dev.sluice.kube.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EmbeddedClusterTest {
    private static final long PATIENCE_SECONDS = 60;

    @Test
    void aHundredNodesRegisterAndOneRunsAPod() throws InterruptedException {
        FleetSettings nodes = new FleetSettings(
                100, "node-", NodeShape.DEFAULT, 4, new Delay.Fixed(0), FleetSettings.HEARTBEAT_NANOS);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), true, nodes),
                new SystemClock(),
                new Seeds(1),
                new FailRunOnFault())) {
            assertThat(cluster.awaitReady(PATIENCE_SECONDS)).isTrue();
            Semaphore woken = new Semaphore(0);
            WatchOptions succeeded = new WatchOptions("", "status.phase=Succeeded", "", false, false);
            try (KubeWatch watch = cluster.kube().watch(KubeTypes.PODS, "default", succeeded, woken::release)) {
                cluster.kube().create(KubeTypes.PODS, "default", (JsonObject) JsonText.read("""
                                        {"metadata":{"name":"p","annotations":{"sluice.dev/run-for":"10ms"}},
                                         "spec":{"nodeName":"node-7","restartPolicy":"Never",
                                                 "containers":[{"name":"c","image":"i"}]}}"""), WriteOptions.PLAIN);
                Optional<WatchEvent> event = watch.poll();
                while (event.isEmpty()) {
                    assertThat(woken.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                            .isTrue();
                    event = watch.poll();
                }

                assertThat(event.get().object().text("status", "hostIP")).isEqualTo("10.0.0.7");
            }
        }
    }
}
