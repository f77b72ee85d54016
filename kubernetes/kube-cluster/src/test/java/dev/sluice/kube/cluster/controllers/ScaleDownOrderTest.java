package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import org.junit.jupiter.api.Test;

class ScaleDownOrderTest {
    private static final String DEPLOYMENT =
            "{'metadata':{'name':'d'},'spec':{'replicas':3,'selector':{'matchLabels':{'app':'a'}},'template':"
                    + "{'metadata':{'labels':{'app':'a'}},'spec':{'containers':[{'name':'c','image':'i'}]}}}}";

    private final Bench bench = new Bench(13);

    @Test
    void podsThatAreNotReadyAreDeletedBeforeThoseOfLowerCost() {
        bench.create(KubeTypes.DEPLOYMENTS, DEPLOYMENT);
        for (JsonObject pod : bench.pods()) {
            bench.fate(pod, "Running");
        }
        String cheap = KubeObjects.name(bench.pods().get(0));
        JsonObject pending = bench.pods().get(1);
        bench.patch(
                KubeTypes.PODS,
                cheap,
                "{'metadata':{'annotations':{'controller.kubernetes.io/pod-deletion-cost':'-5'}}}");
        bench.fate(pending, "Pending");

        bench.patch(KubeTypes.DEPLOYMENTS, "d", "{'spec':{'replicas':2}}");
        assertThat(bench.pods())
                .hasSize(2)
                .noneMatch(pod -> KubeObjects.name(pod).equals(KubeObjects.name(pending)));
        bench.patch(KubeTypes.DEPLOYMENTS, "d", "{'spec':{'replicas':1}}");

        assertThat(bench.pods())
                .hasSize(1)
                .noneMatch(pod -> KubeObjects.name(pod).equals(cheap));
    }
}
