package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.WriteOptions;
import org.junit.jupiter.api.Test;

class DisruptionControllerTest {
    private static final String POD_SPEC = "'spec':{'containers':[{'name':'c','image':'i'}]}";

    private final Bench bench = new Bench(5);

    @Test
    void healthyPodsBeyondTheLeastMayBeEvicted() {
        runReplicas(3);
        budget("'minAvailable':2");
        assertThat(counts()).isEqualTo("expected 3, healthy 3, desired 2, allowed 1");
        assertThat(Bench.conditions(budget())).containsExactly("DisruptionAllowed=True SufficientPods");

        evict(bench.pods().getFirst());
        assertThat(counts()).isEqualTo("expected 3, healthy 2, desired 2, allowed 0");
        assertThat(Bench.conditions(budget())).containsExactly("DisruptionAllowed=False InsufficientPods");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> evict(runningPod()))
                .satisfies(e -> assertThat(e.code()).isEqualTo(429));

        bench.pods().stream()
                .filter(pod -> !pod.text("status", "phase").equals("Running"))
                .toList()
                .forEach(pod -> bench.fate(pod, "Running"));
        assertThat(counts()).isEqualTo("expected 3, healthy 3, desired 2, allowed 1");
    }

    @Test
    void sharesAreOfTheScaleOfTheController() {
        runReplicas(5);
        budget("'maxUnavailable':'30%'");
        assertThat(counts()).isEqualTo("expected 5, healthy 5, desired 3, allowed 2");

        bench.patch(KubeTypes.POD_DISRUPTION_BUDGETS, "b", "{'spec':{'maxUnavailable':0}}");

        assertThat(counts()).isEqualTo("expected 5, healthy 5, desired 5, allowed 0");
        assertThat(budget().number(0, "status", "observedGeneration")).isEqualTo(2);
    }

    @Test
    void aControllerWithoutAScaleIsTold() {
        bench.create(
                KubeTypes.JOBS,
                "{'metadata':{'name':'j'},'spec':{'template':{'metadata':{'labels':{'app':'a'}},'spec':"
                        + "{'restartPolicy':'Never','containers':[{'name':'c','image':'i'}]}}}}");
        budget("'maxUnavailable':1");

        assertThat(Bench.conditions(budget())).containsExactly("DisruptionAllowed=False SyncFailed");
        assertThat(budget().array("status", "conditions").object(0).text("message"))
                .isEqualTo("jobs.batch does not implement the scale subresource");
    }

    @Test
    void aPodThatOutlivesItsEvictionCountsAgain() {
        runReplicas(2);
        budget("'minAvailable':1");
        String name = KubeObjects.name(bench.pods().getFirst());
        JsonObject evicted = budget();
        bench.kube()
                .update(
                        KubeTypes.POD_DISRUPTION_BUDGETS,
                        KubeObjects.key(evicted),
                        "status",
                        evicted.withAt(Bench.text("2027-01-15T08:00:00Z"), "status", "disruptedPods", name),
                        WriteOptions.PLAIN);
        bench.cluster().settle();
        assertThat(counts()).isEqualTo("expected 2, healthy 1, desired 1, allowed 0");

        bench.pass(121);

        assertThat(counts()).isEqualTo("expected 2, healthy 2, desired 1, allowed 1");
    }

    private void runReplicas(int replicas) {
        bench.create(
                KubeTypes.DEPLOYMENTS,
                ("{'metadata':{'name':'d'},'spec':{'replicas':%d,'selector':{'matchLabels':{'app':'a'}},"
                                + "'template':{'metadata':{'labels':{'app':'a'}},%s}}}")
                        .formatted(replicas, POD_SPEC));
        bench.pods().forEach(pod -> bench.fate(pod, "Running"));
    }

    private void budget(String rule) {
        bench.create(
                KubeTypes.POD_DISRUPTION_BUDGETS,
                "{'metadata':{'name':'b'},'spec':{%s,'selector':{'matchLabels':{'app':'a'}}}}".formatted(rule));
    }

    private JsonObject budget() {
        return bench.get(KubeTypes.POD_DISRUPTION_BUDGETS, "b");
    }

    private String counts() {
        JsonObject status = budget().object("status");
        return "expected %d, healthy %d, desired %d, allowed %d"
                .formatted(
                        status.number(-1, "expectedPods"),
                        status.number(-1, "currentHealthy"),
                        status.number(-1, "desiredHealthy"),
                        status.number(-1, "disruptionsAllowed"));
    }

    private JsonObject runningPod() {
        return bench.pods().stream()
                .filter(pod -> pod.text("status", "phase").equals("Running") && !KubeObjects.isTerminating(pod))
                .findFirst()
                .orElseThrow();
    }

    private void evict(JsonObject pod) {
        JsonObject eviction = Bench.parse("{'apiVersion':'policy/v1','kind':'Eviction','metadata':{'name':'%s'}}"
                .formatted(KubeObjects.name(pod)));
        bench.kube().act(KubeTypes.PODS, KubeObjects.key(pod), "eviction", eviction, WriteOptions.PLAIN);
        bench.cluster().settle();
    }
}
