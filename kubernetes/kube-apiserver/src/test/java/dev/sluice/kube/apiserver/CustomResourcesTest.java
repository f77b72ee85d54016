package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeWatch;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Custom resources in process; what the real server says to the same is compared by CustomIT.
class CustomResourcesTest {
    private static final ResourceType DEFINITIONS = new ResourceType(
            "apiextensions.k8s.io", "v1", "customresourcedefinitions", "CustomResourceDefinition", false);
    private static final ResourceType V1 = new ResourceType("hpc.io", "v1", "runs", "Run", true);
    private static final ResourceType V2 = new ResourceType("hpc.io", "v2", "runs", "Run", true);
    private static final ObjectKey NAME = ObjectKey.of("runs.hpc.io");

    private final EmbeddedApiServer server =
            EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.plain(0));
    private final Kube kube = server.kube();

    @AfterEach
    void stop() {
        server.close();
    }

    private static JsonObject json(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    private JsonObject define(String properties, WriteOptions options) {
        String schema = "{'openAPIV3Schema':{'type':'object','properties':{'spec':{'type':'object','properties':{"
                + properties + "}},'status':{'type':'object','x-kubernetes-preserve-unknown-fields':true}}}}";
        String version =
                "{'name':'%s','served':true,'storage':%s,'subresources':{'status':{}},'schema':" + schema + "}";
        return kube.create(
                DEFINITIONS,
                "",
                json(
                        "{'metadata':{'name':'runs.hpc.io'},'spec':{'group':'hpc.io','scope':'Namespaced','names':{'plural':'runs',"
                                + "'kind':'Run'},'versions':[" + version.formatted("v1", "true") + ","
                                + version.formatted("v2", "false") + "]}}"),
                options);
    }

    private JsonObject create(ResourceType type, String name, String spec) {
        return kube.create(
                type,
                "default",
                json("{'apiVersion':'%s','kind':'Run','metadata':{'name':'%s'},'spec':%s}"
                        .formatted(type.apiVersion(), name, spec)),
                WriteOptions.PLAIN);
    }

    @Test
    void aDefinitionIsEstablishedAtOnce() {
        define("'size':{'type':'integer'}", WriteOptions.PLAIN);
        JsonObject definition = kube.get(DEFINITIONS, NAME);
        assertThat(definition.object("status").array("conditions").toString())
                .contains("NamesAccepted", "Established")
                .doesNotContain("False");
        assertThat(definition.object("status", "acceptedNames").text("listKind"))
                .isEqualTo("RunList");
    }

    @Test
    void unknownFieldsGoAndDefaultsCome() {
        define(
                "'size':{'type':'integer','default':7},'free':{'type':'object','x-kubernetes-preserve-unknown-fields':true}",
                WriteOptions.PLAIN);
        JsonObject made = create(V1, "a", "{'junk':1,'free':{'kept':true}}");
        assertThat(made.object("spec")).isEqualTo(json("{'free':{'kept':true},'size':7}"));
    }

    @Test
    void aSchemaRefusesWhatDoesNotFit() {
        define("'size':{'type':'integer','minimum':1}", WriteOptions.PLAIN);
        assertThatThrownBy(() -> create(V1, "a", "{'size':0}"))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(422))
                .hasMessage("Run.hpc.io \"a\" is invalid: spec.size: Invalid value: 0: spec.size in body should be"
                        + " greater than or equal to 1");
    }

    @Test
    void allVersionsShowTheSameObject() {
        define("'size':{'type':'integer'}", WriteOptions.PLAIN);
        KubeWatch watch = kube.watch(V1, "default", new WatchOptions("", "", "", false, false), () -> {});
        create(V2, "a", "{'size':1}");
        assertThat(kube.get(V1, new ObjectKey("default", "a")).text("apiVersion"))
                .isEqualTo("hpc.io/v1");
        assertThat(kube.list(V2, "default", ListOptions.ALL).items().getFirst().text("apiVersion"))
                .isEqualTo("hpc.io/v2");
        assertThat(watch.poll().orElseThrow().object().text("apiVersion")).isEqualTo("hpc.io/v1");
        JsonObject patched = kube.patch(
                V2, new ObjectKey("default", "a"), "", Patch.merge(json("{'spec':{'size':2}}")), WriteOptions.PLAIN);
        assertThat(patched.text("apiVersion")).isEqualTo("hpc.io/v2");
        assertThat(patched.number(0, "metadata", "generation")).isEqualTo(2);
    }

    @Test
    void aDefinitionWaitsForObjectsWithFinalizers() {
        define("'size':{'type':'integer'}", WriteOptions.PLAIN);
        create(V1, "a", "{}");
        create(V1, "b", "{}");
        ObjectKey held = new ObjectKey("default", "b");
        kube.patch(V1, held, "", Patch.merge(json("{'metadata':{'finalizers':['x.io/y']}}")), WriteOptions.PLAIN);
        kube.delete(DEFINITIONS, NAME, DeleteOptions.PLAIN);
        assertThat(kube.get(DEFINITIONS, NAME).object("metadata").has("deletionTimestamp"))
                .isTrue();
        assertThat(kube.list(V1, "", ListOptions.ALL).items()).hasSize(1);
        kube.patch(V1, held, "", Patch.merge(json("{'metadata':{'finalizers':null}}")), WriteOptions.PLAIN);
        assertThatThrownBy(() -> kube.get(DEFINITIONS, NAME)).hasMessageContaining("not found");
    }

    @Test
    void rulesHoldWhenObjectsAreMadeAndChanged() {
        define(
                "'size':{'type':'integer','x-kubernetes-validations':[{'rule':'self > 1'},"
                        + "{'rule':'self >= oldSelf','message':'may not shrink'}]}",
                WriteOptions.PLAIN);
        assertThatThrownBy(() -> create(V1, "a", "{'size':1}"))
                .hasMessageContaining("spec.size: Invalid value: 1: failed rule: self > 1");
        create(V1, "a", "{'size':3}");
        assertThatThrownBy(() -> kube.patch(
                        V1,
                        new ObjectKey("default", "a"),
                        "",
                        Patch.merge(json("{'spec':{'size':2}}")),
                        WriteOptions.PLAIN))
                .hasMessageContaining("may not shrink");
    }

    @Test
    void rulesThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> define(
                        "'size':{'type':'integer','x-kubernetes-validations':[{'rule':'self > nothing'}]}",
                        WriteOptions.PLAIN))
                .hasMessageContaining("undeclared reference to 'nothing'");
    }

    @Test
    void namesBelongToOneDefinitionOnly() {
        define("'size':{'type':'integer'}", WriteOptions.PLAIN);
        kube.create(
                DEFINITIONS,
                "",
                json(
                        "{'metadata':{'name':'others.hpc.io'},'spec':{'group':'hpc.io','scope':'Cluster','names':{'plural':'others',"
                                + "'kind':'Run'},'versions':[{'name':'v1','served':true,'storage':true,'schema':"
                                + "{'openAPIV3Schema':{'type':'object'}}}]}}"),
                WriteOptions.PLAIN);
        String conditions = kube.get(DEFINITIONS, ObjectKey.of("others.hpc.io"))
                .array("status", "conditions")
                .toString();
        assertThat(conditions).contains("is already in use", "NotAccepted");
    }

    @Test
    void anObjectThatLeavesAFieldSelectorIsGoneForItsWatcher() {
        kube.create(
                DEFINITIONS,
                "",
                json(
                        "{'metadata':{'name':'runs.hpc.io'},'spec':{'group':'hpc.io','scope':'Namespaced','names':{'plural':'runs',"
                                + "'kind':'Run'},'versions':[{'name':'v1','served':true,'storage':true,'selectableFields':"
                                + "[{'jsonPath':'.spec.color'}],'schema':{'openAPIV3Schema':{'type':'object','properties':"
                                + "{'spec':{'type':'object','properties':{'color':{'type':'string'}}}}}}}]}}"),
                WriteOptions.PLAIN);
        KubeWatch watch = kube.watch(V1, "default", new WatchOptions("", "spec.color=red", "", false, false), () -> {});
        create(V1, "a", "{'color':'red'}");
        create(V1, "b", "{'color':'blue'}");
        kube.patch(
                V1,
                new ObjectKey("default", "a"),
                "",
                Patch.merge(json("{'spec':{'color':'green'}}")),
                WriteOptions.PLAIN);
        assertThat(watch.poll().orElseThrow().type()).isEqualTo(WatchEvent.Type.ADDED);
        assertThat(watch.poll().orElseThrow().type()).isEqualTo(WatchEvent.Type.DELETED);
        assertThat(watch.poll()).isEmpty();
        watch.close();
    }
}
