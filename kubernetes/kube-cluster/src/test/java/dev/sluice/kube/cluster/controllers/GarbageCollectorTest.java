package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class GarbageCollectorTest {
    private final Bench bench = new Bench(3);

    @Test
    void dependentsWithoutOwnersAreDeleted() {
        JsonObject a = make("a", "");
        JsonObject b = make("b", "");
        make("child", owner(a, false) + "," + owner(b, false));

        delete("a", DeleteOptions.BACKGROUND);
        assertThat(bench.get(KubeTypes.CONFIG_MAPS, "child")
                        .array("metadata", "ownerReferences")
                        .size())
                .isEqualTo(1);
        delete("b", DeleteOptions.BACKGROUND);

        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "child")).isEmpty();
    }

    @Test
    void aForegroundDeletionWaitsForBlockingDependents() {
        JsonObject a = make("a", "");
        JsonObject held = make("held", owner(a, true));
        bench.patch(KubeTypes.CONFIG_MAPS, "held", "{'metadata':{'finalizers':['example.com/hold']}}");
        make("grandchild", owner(held, true));
        make("loose", owner(a, false));

        delete("a", DeleteOptions.FOREGROUND);

        assertThat(KubeObjects.isTerminating(bench.get(KubeTypes.CONFIG_MAPS, "a")))
                .isTrue();
        assertThat(KubeObjects.isTerminating(bench.get(KubeTypes.CONFIG_MAPS, "held")))
                .isTrue();
        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "loose")).isEmpty();
        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "grandchild")).isEmpty();
        bench.patch(KubeTypes.CONFIG_MAPS, "held", "{'metadata':{'finalizers':null}}");

        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "held")).isEmpty();
        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "a")).isEmpty();
    }

    @Test
    void aForegroundDeletionOfACircleOfOwnersEnds() {
        makeCircle();

        delete("a", DeleteOptions.FOREGROUND);

        assertThat(bench.list(KubeTypes.CONFIG_MAPS)).isEmpty();
    }

    @Test
    void aCircleEndsAlsoIfAllOfItIsDeletedAtOnce() {
        makeCircle();

        for (String name : List.of("a", "b", "c")) {
            deleteUnsettled(name, DeleteOptions.FOREGROUND);
        }
        bench.cluster().settle();

        assertThat(bench.list(KubeTypes.CONFIG_MAPS)).isEmpty();
    }

    /// Owner of a is c, owner of b is a, owner of c is b.
    private void makeCircle() {
        JsonObject a = make("a", "");
        JsonObject b = make("b", owner(a, true));
        JsonObject c = make("c", owner(b, true));
        bench.patch(KubeTypes.CONFIG_MAPS, "a", "{'metadata':{'ownerReferences':[%s]}}".formatted(owner(c, true)));
    }

    @Test
    void orphanedDependentsStayWithoutOwners() {
        JsonObject a = make("a", "");
        make("child", owner(a, true));

        delete("a", DeleteOptions.ORPHAN);

        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "a")).isEmpty();
        assertThat(bench.get(KubeTypes.CONFIG_MAPS, "child").array("metadata", "ownerReferences"))
                .isEmpty();
    }

    @Test
    void dependentsOfAMissingOwnerAreDeleted() {
        make(
                "child",
                "{'apiVersion':'v1','kind':'ConfigMap','name':'ghost','uid':'00000000-0000-4000-8000-000000000000'}");
        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "child")).isEmpty();
    }

    @Test
    void clusterScopedOwnersOwnAcrossNamespaces() {
        JsonObject node = bench.create(KubeTypes.NODES, "{'metadata':{'name':'n'}}");
        make("child", "{'apiVersion':'v1','kind':'Node','name':'n','uid':'%s'}".formatted(KubeObjects.uid(node)));
        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "child")).isPresent();

        bench.kube().delete(KubeTypes.NODES, ObjectKey.of("n"), DeleteOptions.PLAIN);
        bench.cluster().settle();

        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "child")).isEmpty();
    }

    @Test
    void ownersOfUnknownKindsKeepTheirDependents() {
        make(
                "child",
                "{'apiVersion':'example.com/v1','kind':'Ghost','name':'g','uid':'00000000-0000-4000-8000-000000000000'}");
        bench.pass(60);

        assertThat(bench.find(KubeTypes.CONFIG_MAPS, "child")).isPresent();
    }

    @Test
    void everyNamespaceHasADefaultServiceAccount() {
        ResourceType accounts = KubeTypes.SERVICE_ACCOUNTS;
        bench.create(KubeTypes.NAMESPACES, "{'metadata':{'name':'team'}}");

        assertThat(KubeObjects.name(bench.kube().get(accounts, new ObjectKey("team", "default"))))
                .isEqualTo("default");
        bench.kube().delete(accounts, new ObjectKey("team", "default"), DeleteOptions.PLAIN);
        bench.cluster().settle();

        assertThat(KubeObjects.name(bench.kube().get(accounts, new ObjectKey("team", "default"))))
                .isEqualTo("default");
    }

    private JsonObject make(String name, String owners) {
        return bench.create(
                KubeTypes.CONFIG_MAPS,
                "{'metadata':{'name':'%s','ownerReferences':[%s]},'data':{}}".formatted(name, owners));
    }

    private static String owner(JsonObject owner, boolean isBlocking) {
        return "{'apiVersion':'v1','kind':'ConfigMap','name':'%s','uid':'%s','blockOwnerDeletion':%s}"
                .formatted(KubeObjects.name(owner), KubeObjects.uid(owner), isBlocking);
    }

    private void delete(String name, String propagation) {
        deleteUnsettled(name, propagation);
        bench.cluster().settle();
    }

    private void deleteUnsettled(String name, String propagation) {
        bench.kube()
                .delete(
                        KubeTypes.CONFIG_MAPS,
                        new ObjectKey("default", name),
                        new DeleteOptions(OptionalLong.empty(), propagation, "", "", false));
    }
}
