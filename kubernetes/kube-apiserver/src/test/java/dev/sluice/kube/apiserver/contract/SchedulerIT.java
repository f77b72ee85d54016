package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An unmodified kube-scheduler with its own settings places pods on the embedded server's nodes.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class SchedulerIT {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);
    private static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", false);
    private static final int NODE_COUNT = 20;
    private static final int POD_COUNT = 160;
    private static final int PODS_PER_NODE = POD_COUNT / NODE_COUNT;

    /// Far longer than it takes; only a scheduler that has given up gets here.
    private static final long PATIENCE_SECONDS = 120;

    @Test
    void kubeSchedulerFillsTheMachine(ControlPlane real, @TempDir Path folder)
            throws IOException, InterruptedException {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(new SystemClock(), new Seeds(1), 0)) {
            Kube kube = server.kube();
            for (int i = 0; i < NODE_COUNT; i++) {
                kube.create(NODES, "", node("n" + i), WriteOptions.PLAIN);
            }
            for (int i = 0; i < POD_COUNT; i++) {
                kube.create(PODS, "default", pod("p" + i), WriteOptions.PLAIN);
            }
            Path kubeconfig = folder.resolve("kubeconfig");
            Files.writeString(kubeconfig, """
                    apiVersion: v1
                    kind: Config
                    clusters: [{name: e, cluster: {server: "%s"}}]
                    contexts: [{name: e, context: {cluster: e}}]
                    current-context: e
                    """.formatted(server.address()));
            Process scheduler = new ProcessBuilder(
                            real.binaries().resolve("kube-scheduler").toString(),
                            "--kubeconfig=" + kubeconfig,
                            "--leader-elect=false",
                            "--secure-port=0")
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("scheduler.log").toFile())
                    .start();
            try {
                Map<String, Integer> onNode = awaitBound(kube);

                assertThat(onNode).hasSize(NODE_COUNT);
                assertThat(onNode.values()).allMatch(count -> count == PODS_PER_NODE);
            } finally {
                scheduler.destroy();
                scheduler.waitFor();
            }
        }
    }

    /// Each pod takes so much of a node that only an even spread has room for all.
    private static Map<String, Integer> awaitBound(Kube kube) throws InterruptedException {
        Semaphore woken = new Semaphore(0);
        Map<String, Integer> onNode = new HashMap<>();
        int bound = 0;
        WatchOptions placed = new WatchOptions("", "spec.nodeName!=", "", false, false);
        try (KubeWatch watch = kube.watch(PODS, "", placed, woken::release)) {
            while (bound < POD_COUNT) {
                Optional<WatchEvent> event = watch.poll();
                if (event.isEmpty()) {
                    assertThat(woken.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS))
                            .as("%d of %d pods are bound", bound, POD_COUNT)
                            .isTrue();
                } else if (event.get().type() == WatchEvent.Type.ADDED) {
                    bound++;
                    onNode.merge(event.get().object().text("spec", "nodeName"), 1, Integer::sum);
                    assertThat(KubeObjects.isTerminating(event.get().object())).isFalse();
                }
            }
        }
        return onNode;
    }

    private static JsonObject node(String name) {
        return parse("{'metadata':{'name':'%s'},'status':{'capacity':{'cpu':'%d','memory':'64Gi','pods':'110'},"
                        .formatted(name, PODS_PER_NODE)
                + "'allocatable':{'cpu':'%d','memory':'64Gi','pods':'110'},".formatted(PODS_PER_NODE)
                + "'conditions':[{'type':'Ready','status':'True'}]}}");
    }

    private static JsonObject pod(String name) {
        return parse("{'metadata':{'name':'%s'},'spec':{'containers':[{'name':'c','image':'busybox:1',".formatted(name)
                + "'resources':{'requests':{'cpu':'1','memory':'1Gi'}}}]}}");
    }

    private static JsonObject parse(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
