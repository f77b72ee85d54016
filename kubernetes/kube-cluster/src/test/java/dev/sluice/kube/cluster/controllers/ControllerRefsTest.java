package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import org.junit.jupiter.api.Test;

class ControllerRefsTest {
    private static final String SET =
            "{'metadata':{'name':'r'},'spec':{'replicas':%d,'selector':%s,'template':{'metadata':{'labels':{'app':'a'}},"
                    + "'spec':{'containers':[{'name':'c','image':'i'}]}}}}";
    private static final String LABELS = "{'matchLabels':{'app':'a'}}";

    private final Bench bench = new Bench(11);

    @Test
    void anOrphanIsAdoptedWhicheverCameFirst() {
        pod("early", "{'app':'a'}");
        bench.create(KubeTypes.REPLICA_SETS, SET.formatted(1, LABELS));
        assertThat(isOwned("early")).isTrue();
        assertThat(bench.pods()).hasSize(1);

        pod("late", "{'app':'a'}");

        assertThat(bench.pods()).hasSize(1);
    }

    @Test
    void aSelectorWithoutMatchLabelsAdoptsOrphans() {
        pod("early", "{'app':'b'}");

        bench.create(
                KubeTypes.REPLICA_SETS,
                SET.formatted(2, "{'matchExpressions':[{'key':'app','operator':'NotIn','values':['c']}]}"));
        assertThat(isOwned("early")).isTrue();
        pod("unlike", "{'app':'c'}");

        assertThat(isOwned("unlike")).isFalse();
        assertThat(bench.pods()).hasSize(3);
    }

    @Test
    void terminalPodsAreNotAdopted() {
        JsonObject pod = pod("done", "{'app':'a'}");
        bench.fate(pod, "Succeeded");

        bench.create(KubeTypes.REPLICA_SETS, SET.formatted(1, LABELS));

        assertThat(isOwned("done")).isFalse();
        assertThat(bench.pods()).hasSize(2);
    }

    @Test
    void podsThatLoseTheirOwnerAreAdoptedAgain() {
        bench.create(KubeTypes.REPLICA_SETS, SET.formatted(1, LABELS));
        String name = KubeObjects.name(bench.pods().getFirst());

        bench.patch(KubeTypes.PODS, name, "{'metadata':{'ownerReferences':null}}");

        assertThat(isOwned(name)).isTrue();
        assertThat(bench.pods()).hasSize(1);
    }

    private boolean isOwned(String name) {
        return Owners.controller(bench.get(KubeTypes.PODS, name)) != null;
    }

    private JsonObject pod(String name, String labels) {
        return bench.create(
                KubeTypes.PODS,
                "{'metadata':{'name':'%s','labels':%s},'spec':{'containers':[{'name':'c','image':'i'}]}}"
                        .formatted(name, labels));
    }
}
