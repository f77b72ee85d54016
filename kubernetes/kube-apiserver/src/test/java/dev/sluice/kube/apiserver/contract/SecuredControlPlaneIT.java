package dev.sluice.kube.apiserver.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
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
import dev.sluice.testkit.kubernetes.RealProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Unmodified programs, each with a certificate of its own and the rights of every cluster: a kube-controller-manager
/// whose controllers use tokens of their service accounts rolls out a Deployment, and a kube-scheduler places
/// its pods.
@RealKubernetes(
        nodes = 0,
        without = {Component.SCHEDULER, Component.CONTROLLER_MANAGER, Component.KWOK})
class SecuredControlPlaneIT {
    private static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);
    private static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", false);
    private static final ResourceType DEPLOYMENTS = new ResourceType("apps", "v1", "deployments", "Deployment", true);
    private static final int POD_COUNT = 4;

    /// Far longer than it takes; only programs that have given up get here.
    private static final long PATIENCE_SECONDS = 120;

    @Test
    void programsDoTheirWorkWithTheirOwnRights(ControlPlane real, @TempDir Path folder)
            throws IOException, InterruptedException {
        try (EmbeddedApiServer server =
                EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.secure(0))) {
            try (RealProgram manager = start(
                            server, real, folder, "kube-controller-manager", "--use-service-account-credentials");
                    RealProgram scheduler = start(server, real, folder, "kube-scheduler")) {
                assertThat(placed(server.kube())).hasSize(POD_COUNT);
                assertThat(manager.log()).doesNotContain("is forbidden", "Unauthorized");
                assertThat(scheduler.log()).doesNotContain("is forbidden", "Unauthorized");
            }
        }
    }

    private static RealProgram start(
            EmbeddedApiServer server, ControlPlane real, Path folder, String program, String... options)
            throws IOException {
        Path kubeconfig = folder.resolve(program + ".kubeconfig");
        server.client("system:" + program, List.of()).write(kubeconfig);
        List<String> all = new ArrayList<>(List.of(
                "--kubeconfig=" + kubeconfig,
                "--authentication-kubeconfig=" + kubeconfig,
                "--authorization-kubeconfig=" + kubeconfig,
                "--leader-elect=false",
                "--secure-port=0"));
        all.addAll(List.of(options));
        return RealProgram.start(real, program, folder, all.toArray(String[]::new));
    }

    private static Set<String> placed(Kube kube) throws InterruptedException {
        kube.create(
                NODES,
                "",
                json(
                        "{'metadata':{'name':'n'},'status':{'capacity':{'cpu':'8','memory':'8Gi','pods':'20'},'conditions':"
                                + "[{'type':'Ready','status':'True'}]}}"),
                WriteOptions.PLAIN);
        kube.create(
                DEPLOYMENTS,
                "default",
                json("{'metadata':{'name':'web'},'spec':{'replicas':" + POD_COUNT
                        + ",'selector':{'matchLabels':{'app':'web'}},'template':"
                        + "{'metadata':{'labels':{'app':'web'}},'spec':{'tolerations':[{'operator':'Exists'}],"
                        + "'containers':[{'name':'c','image':'i'}]}}}}"),
                WriteOptions.PLAIN);
        Set<String> placed = new TreeSet<>();
        Semaphore woken = new Semaphore(0);
        try (KubeWatch watch =
                kube.watch(PODS, "default", new WatchOptions("", "", "", false, false), woken::release)) {
            do {
                for (Optional<WatchEvent> event = watch.poll(); event.isPresent(); event = watch.poll()) {
                    if (!event.get().object().text("spec", "nodeName").isEmpty()) {
                        placed.add(KubeObjects.name(event.get().object()));
                    }
                }
            } while (placed.size() < POD_COUNT && woken.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS));
        }
        return placed;
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }
}
