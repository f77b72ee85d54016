package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeploymentControllerTest {
    private final Bench bench = new Bench(2);

    @Test
    void aNewDeploymentGetsASetAndItsPods() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':3"));

        JsonObject set = sets().getFirst();
        assertThat(KubeObjects.name(set)).startsWith("web-");
        assertThat(set.text("metadata", "annotations", "deployment.kubernetes.io/revision"))
                .isEqualTo("1");
        assertThat(bench.pods()).hasSize(3);
        assertThat(bench.pods().getFirst().text("metadata", "labels", "pod-template-hash"))
                .isEqualTo(set.text("metadata", "labels", "pod-template-hash"))
                .isNotEmpty();
        run();

        assertThat(Bench.conditions(deployment()))
                .containsExactly("Available=True MinimumReplicasAvailable", "Progressing=True NewReplicaSetAvailable");
        assertThat(deployment().number(0, "status", "availableReplicas")).isEqualTo(3);
    }

    @Test
    void aNewTemplateRollsOutWithoutEverHavingTooFewOrTooMany() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':4"));
        run();
        bench.patch(KubeTypes.DEPLOYMENTS, "web", template("v2"));

        for (int round = 0; round < 10; round++) {
            long ready = bench.pods().stream()
                    .filter(DeploymentControllerTest::isRunning)
                    .count();
            assertThat(ready).isGreaterThanOrEqualTo(3);
            assertThat(bench.pods()).hasSizeLessThanOrEqualTo(5);
            runOne();
        }

        assertThat(bench.pods())
                .hasSize(4)
                .allMatch(pod ->
                        pod.array("spec", "containers").object(0).text("image").equals("v2"));
        assertThat(sets()).hasSize(2);
        assertThat(deployment().text("metadata", "annotations", "deployment.kubernetes.io/revision"))
                .isEqualTo("2");
        assertThat(Bench.conditions(deployment())).contains("Progressing=True NewReplicaSetAvailable");
    }

    @Test
    void recreateStopsTheOldBeforeItStartsTheNew() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':2,'strategy':{'type':'Recreate'}"));
        run();

        bench.patch(KubeTypes.DEPLOYMENTS, "web", template("v2"));

        assertThat(bench.pods())
                .hasSize(2)
                .allMatch(pod ->
                        pod.array("spec", "containers").object(0).text("image").equals("v2"));
    }

    @Test
    void aRollbackReusesTheOldReplicaSet() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':1"));
        run();
        bench.patch(KubeTypes.DEPLOYMENTS, "web", template("v2"));
        run();
        bench.patch(KubeTypes.DEPLOYMENTS, "web", template("v1"));
        run();

        assertThat(sets()).hasSize(2);
        assertThat(sets())
                .extracting(set -> set.text("metadata", "annotations", "deployment.kubernetes.io/revision"))
                .containsExactlyInAnyOrder("2", "3");
    }

    @Test
    void scalingChangesTheNumberOfPodsOnly() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':1"));
        run();

        bench.patch(KubeTypes.DEPLOYMENTS, "web", "{'spec':{'replicas':5}}");
        assertThat(bench.pods()).hasSize(5);
        bench.patch(KubeTypes.DEPLOYMENTS, "web", "{'spec':{'replicas':0}}");

        assertThat(bench.pods()).isEmpty();
        assertThat(sets()).hasSize(1);
    }

    @Test
    void aStalledRolloutExceedsItsDeadline() {
        bench.create(KubeTypes.DEPLOYMENTS, deployment("'replicas':1,'progressDeadlineSeconds':60"));

        bench.pass(61);

        assertThat(Bench.conditions(deployment())).contains("Progressing=False ProgressDeadlineExceeded");
    }

    private void run() {
        for (int i = 0; i < 20; i++) {
            runOne();
        }
    }

    private void runOne() {
        bench.pods().stream().filter(pod -> !isRunning(pod)).findFirst().ifPresent(pod -> bench.fate(pod, "Running"));
    }

    private static boolean isRunning(JsonObject pod) {
        return pod.text("status", "phase").equals("Running");
    }

    private JsonObject deployment() {
        return bench.get(KubeTypes.DEPLOYMENTS, "web");
    }

    private List<JsonObject> sets() {
        return bench.list(KubeTypes.REPLICA_SETS);
    }

    private static String template(String image) {
        return "{'spec':{'template':{'spec':{'containers':[{'name':'c','image':'%s'}]}}}}".formatted(image);
    }

    /// Writes out the defaults of kube-apiserver.
    private static String deployment(String more) {
        String strategy = more.contains("strategy")
                ? ""
                : ",'strategy':{'type':'RollingUpdate','rollingUpdate':{'maxSurge':'25%','maxUnavailable':'25%'}}";
        String deadline = more.contains("progressDeadlineSeconds") ? "" : ",'progressDeadlineSeconds':600";
        return "{'metadata':{'name':'web'},'spec':{" + more + strategy + deadline
                + ",'selector':{'matchLabels':{'app':'web'}},'template':{'metadata':{'labels':{'app':'web'}},"
                + "'spec':{'containers':[{'name':'c','image':'v1'}]}}}}";
    }
}
