package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.Credentials;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.server.InstalledIntake.Installation;
import dev.sluice.server.RealServer.Answer;
import dev.sluice.testkit.kubernetes.ControlPlane;
import dev.sluice.testkit.kubernetes.RealKubernetes;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Removing Sluice from a real cluster, on which deleted policies refuse for some seconds more.
@RealKubernetes(nodes = 1, shared = false)
class ReleaseAllIT {
    private static final String LAB = "leaving";
    private static final String OTHER = "staying";
    private static final List<String> JOBS = List.of("bound", "pinned");

    /// What only the default scheduler knows.
    private static final String SPREAD =
            "'topologySpreadConstraints':[{'maxSkew':1,'topologyKey':'kubernetes.io/hostname',"
                    + "'whenUnsatisfiable':'DoNotSchedule','labelSelector':{'matchLabels':{'a':'b'}}}]";

    private static final String RELEASE = "{'spec':{'suspend':false}}";

    @Test
    void allHeldWorkCompletesAlthoughThePoliciesRefuseAtFirst(ControlPlane controlPlane) {
        try (RealServer server = new RealServer(controlPlane);
                KubeClient kube = KubeClient.connect(Credentials.ofKubeconfig(controlPlane.kubeconfig(), ""))) {
            server.namespace(LAB, "sluice.dev/managed=true");
            server.namespace(OTHER);
            InstalledIntake intake = new InstalledIntake(server, LAB, OTHER);
            try (Installation _ = intake.checks();
                    Installation _ = intake.policies("Ignore")) {
                create(server, IntakeRow.job("", "", ""), "bound");
                create(server, IntakeRow.job("", "'suspend':true", SPREAD), "pinned");
                create(
                        server,
                        IntakeRow.pod("'annotations':{'sluice.dev/run-for':'1s'}", "'restartPolicy':'Never'"),
                        "bare");
                server.await(
                        "held Jobs are protected",
                        () -> JOBS.stream()
                                .allMatch(job -> server.dryRunPatch(RealServer.ALICE, "Job", LAB, job, RELEASE)
                                                .code()
                                        == 403));

                ReleaseAll release = new ReleaseAll(kube);
                server.await("nothing needs Sluice", () -> release.round().isLast());
                server.await(
                        "all completes",
                        () -> JOBS.stream().allMatch(job -> isComplete(kube, job)) && hasSucceeded(kube));
            }
        }
    }

    private static void create(RealServer server, JsonObject object, String name) {
        Answer answer = server.create(RealServer.ALICE, LAB, object.withAt(Json.of(name), "metadata", "name"));
        assertThat(answer.isCreated()).as(answer.message()).isTrue();
    }

    private static boolean isComplete(KubeClient kube, String job) {
        return Conditions.isTrue(kube.get(KubeTypes.JOBS, new ObjectKey(LAB, job)), "Complete");
    }

    private static boolean hasSucceeded(KubeClient kube) {
        return new Pod(kube.get(KubeTypes.PODS, new ObjectKey(LAB, "bare"))).hasSucceeded();
    }
}
