package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import dev.sluice.testkit.kubernetes.RealKubernetes.Component;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Removing Sluice from a real API server, on which deleted policies refuse for some seconds more.
@RealKubernetes(nodes = 1, shared = false, without = Component.SCHEDULER)
class ReleaseAllIT {
    private static final String LAB = "leaving";
    private static final String OTHER = "staying";
    private static final String CLAIMED = "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'data'}}]";
    private static final String RELEASE = "{'spec':{'suspend':false}}";

    @Test
    void heldWorkIsLetGoAlthoughThePoliciesRefuseAtFirst(ControlPlane controlPlane) {
        try (RealServer server = new RealServer(controlPlane);
                KubeClient kube = KubeClient.connect(Credentials.ofKubeconfig(controlPlane.kubeconfig(), ""))) {
            server.namespace(LAB, "sluice.dev/managed=true");
            server.namespace(OTHER);
            InstalledIntake intake = new InstalledIntake(server, LAB, OTHER);
            try (Installation _ = intake.checks();
                    Installation _ = intake.policies("Ignore")) {
                create(server, IntakeRow.job("", "", ""), "bound");
                create(server, IntakeRow.job("", "'suspend':true", CLAIMED), "pinned");
                create(server, IntakeRow.pod("", ""), "bare");
                server.await(
                        "held Jobs are protected",
                        () -> Stream.of("bound", "pinned")
                                .allMatch(job -> server.dryRunPatch(RealServer.ALICE, "Job", LAB, job, RELEASE)
                                                .code()
                                        == 403));

                ReleaseAll release = new ReleaseAll(kube);
                server.await("all is let go", () -> {
                    release.round();
                    return List.of("bound", "pinned").stream().noneMatch(job -> isSuspended(kube, job))
                            && isPlaced(kube);
                });
            }
        }
    }

    private static void create(RealServer server, JsonObject object, String name) {
        Answer answer = server.create(RealServer.ALICE, LAB, object.withAt(Json.of(name), "metadata", "name"));
        assertThat(answer.isCreated()).as(answer.message()).isTrue();
    }

    private static boolean isSuspended(KubeClient kube, String job) {
        return kube.get(KubeTypes.JOBS, new ObjectKey(LAB, job)).isTrue("spec", "suspend");
    }

    private static boolean isPlaced(KubeClient kube) {
        return !kube.get(KubeTypes.PODS, new ObjectKey(LAB, "bare"))
                .text("spec", "nodeName")
                .isEmpty();
    }
}
