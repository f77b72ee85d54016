package dev.sluice.kube.cluster.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NamespaceControllerTest {
    private static final ObjectKey POD = new ObjectKey("team", "p");

    private final Bench bench = new Bench(3);

    @BeforeEach
    void makeNamespace() {
        bench.create(KubeTypes.NAMESPACES, "{'metadata':{'name':'team'}}");
    }

    @Test
    void podsGoBeforeAllElse() {
        make(KubeTypes.CONFIG_MAPS, "{'metadata':{'name':'settings'}}");
        make(
                KubeTypes.PODS,
                "{'metadata':{'name':'p','finalizers':['example.com/hold']},"
                        + "'spec':{'containers':[{'name':'c','image':'i'}]}}");

        deleteNamespace();
        bench.pass(10);

        assertThat(KubeObjects.isTerminating(bench.kube().get(KubeTypes.PODS, POD)))
                .isTrue();
        assertThat(KubeObjects.isTerminating(
                        bench.kube().get(KubeTypes.CONFIG_MAPS, new ObjectKey("team", "settings"))))
                .isFalse();
        bench.kube()
                .patch(
                        KubeTypes.PODS,
                        POD,
                        "",
                        Patch.merge(Bench.parse("{'metadata':{'finalizers':null}}")),
                        WriteOptions.PLAIN);
        bench.pass(10);

        mustBeGone();
    }

    @Test
    void aCircleOfOwnersThatWaitForEachOtherDoesNotHoldIt() {
        JsonObject a = make(KubeTypes.CONFIG_MAPS, "{'metadata':{'name':'a'}}");
        JsonObject b = make(KubeTypes.CONFIG_MAPS, owned("b", a));
        bench.kube()
                .patch(
                        KubeTypes.CONFIG_MAPS,
                        new ObjectKey("team", "a"),
                        "",
                        Patch.merge(Bench.parse(owned("a", b))),
                        WriteOptions.PLAIN);
        DeleteOptions foreground = new DeleteOptions(OptionalLong.empty(), DeleteOptions.FOREGROUND, "", "", false);
        bench.kube().deleteCollection(KubeTypes.CONFIG_MAPS, "team", ListOptions.ALL, foreground);

        deleteNamespace();
        bench.pass(10);

        mustBeGone();
    }

    private static String owned(String name, JsonObject owner) {
        return ("{'metadata':{'name':'%s','ownerReferences':[{'apiVersion':'v1','kind':'ConfigMap','name':'%s',"
                        + "'uid':'%s','blockOwnerDeletion':true}]}}")
                .formatted(name, KubeObjects.name(owner), KubeObjects.uid(owner));
    }

    private JsonObject make(ResourceType type, String text) {
        JsonObject made = bench.kube().create(type, "team", Bench.parse(text), WriteOptions.PLAIN);
        bench.cluster().settle();
        return made;
    }

    private void deleteNamespace() {
        bench.kube().delete(KubeTypes.NAMESPACES, ObjectKey.of("team"), DeleteOptions.PLAIN);
        bench.cluster().settle();
    }

    private void mustBeGone() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> bench.kube().get(KubeTypes.NAMESPACES, ObjectKey.of("team")))
                .satisfies(e -> assertThat(e.code()).isEqualTo(404));
    }
}
