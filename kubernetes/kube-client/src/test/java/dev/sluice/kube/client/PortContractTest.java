package dev.sluice.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.KubeList;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WatchEvent;
import dev.sluice.kube.port.WatchOptions;
import dev.sluice.kube.port.WriteOptions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The contract of the port `Kube`, for every implementation.
abstract class PortContractTest {
    static final ResourceType CONFIG_MAPS = new ResourceType("", "v1", "configmaps", "ConfigMap", true);
    static final ResourceType NAMESPACES = new ResourceType("", "v1", "namespaces", "Namespace", false);
    static final ResourceType PODS = new ResourceType("", "v1", "pods", "Pod", true);

    /// More than a watch buffers, so that it must apply backpressure.
    private static final int MANY = 1_500;

    abstract Kube kube();

    /// Returns an existing namespace that nothing else uses.
    abstract String namespace();

    @Test
    void createdObjectsExistUntilTheyAreDeleted() {
        JsonObject made = kube().create(CONFIG_MAPS, namespace(), configMap("one", "blue"), WriteOptions.PLAIN);

        assertThat(KubeObjects.uid(made)).isNotEmpty();
        assertThat(kube().get(CONFIG_MAPS, key("one"))).isEqualTo(made);
        kube().delete(CONFIG_MAPS, key("one"), DeleteOptions.PLAIN);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> kube().get(CONFIG_MAPS, key("one")))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(404));
    }

    @Test
    void anErrorCarriesTheServersStatus() {
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() ->
                        kube().create(CONFIG_MAPS, namespace(), configMap("Not A Name", "red"), WriteOptions.PLAIN))
                .satisfies(refusal -> {
                    assertThat(refusal.code()).isEqualTo(422);
                    assertThat(refusal.reason()).isEqualTo("Invalid");
                    assertThat(refusal.body().array("details", "causes").size()).isEqualTo(1);
                });
    }

    @Test
    void anUpdateOfAnOldVersionConflicts() {
        JsonObject old = kube().create(CONFIG_MAPS, namespace(), configMap("two", "blue"), WriteOptions.PLAIN);
        JsonObject red = old.withAt(Json.of("red"), "data", "colour");

        JsonObject changed = kube().update(CONFIG_MAPS, key("two"), "", red, WriteOptions.PLAIN);

        assertThat(changed.text("data", "colour")).isEqualTo("red");
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> kube().update(CONFIG_MAPS, key("two"), "", red, WriteOptions.PLAIN))
                .satisfies(refusal -> assertThat(refusal.reason()).isEqualTo("Conflict"));
    }

    @Test
    void eachFormatOfPatchChangesWhatItNames() {
        kube().create(CONFIG_MAPS, namespace(), configMap("three", "blue"), WriteOptions.PLAIN);

        kube().patch(CONFIG_MAPS, key("three"), "", Patch.merge(read("{'data':{'a':'1'}}")), WriteOptions.PLAIN);
        kube().patch(CONFIG_MAPS, key("three"), "", Patch.strategic(read("{'data':{'b':'2'}}")), WriteOptions.PLAIN);
        Json operations = read("[{'op':'remove','path':'/data/colour'}]");
        JsonObject changed = kube().patch(
                        CONFIG_MAPS, key("three"), "", new Patch(Patch.Format.JSON, operations), WriteOptions.PLAIN);

        assertThat(changed.object("data")).isEqualTo(read("{'a':'1','b':'2'}"));
    }

    @Test
    void listsArePagedAndItemsHaveTheirKind() {
        for (String name : List.of("p1", "p2", "p3")) {
            kube().create(CONFIG_MAPS, namespace(), labelled(name, "pages"), WriteOptions.PLAIN);
        }
        ListOptions wanted = ListOptions.labelled("set=pages");

        KubeList first = kube().list(CONFIG_MAPS, namespace(), wanted.page(2, ""));
        KubeList second = kube().list(CONFIG_MAPS, namespace(), wanted.page(2, first.next()));

        assertThat(names(first)).containsExactly("p1", "p2");
        assertThat(names(second)).containsExactly("p3");
        assertThat(second.next()).isEmpty();
        assertThat(second.resourceVersion()).isEqualTo(first.resourceVersion());
        assertThat(first.items().getFirst()).isEqualTo(kube().get(CONFIG_MAPS, key("p1")));
    }

    @Test
    void aBindingPutsAPodOnItsNode() {
        JsonObject pod = (JsonObject) read("{'metadata':{'name':'bound'},'spec':{'containers':[{'name':'c',"
                + "'image':'none'}],'schedulerName':'nobody'}}");
        kube().create(PODS, namespace(), pod, WriteOptions.PLAIN);

        JsonObject binding = (JsonObject) read("{'apiVersion':'v1','kind':'Binding','metadata':{'name':'bound'},"
                + "'target':{'kind':'Node','name':'somewhere'}}");
        kube().act(PODS, key("bound"), "binding", binding, WriteOptions.PLAIN);

        assertThat(kube().get(PODS, key("bound")).text("spec", "nodeName")).isEqualTo("somewhere");
        kube().delete(PODS, key("bound"), DeleteOptions.within(0));
    }

    @Test
    void aWatchDeliversEventsOfSelectedObjects() throws InterruptedException {
        String now = kube().list(CONFIG_MAPS, namespace(), ListOptions.ALL).resourceVersion();
        WatchOptions selected = new WatchOptions("set=watched", "", now, false, false);
        try (WatchReader watch = new WatchReader(kube(), CONFIG_MAPS, namespace(), selected)) {
            kube().create(CONFIG_MAPS, namespace(), configMap("w0", "grey"), WriteOptions.PLAIN);
            kube().create(CONFIG_MAPS, namespace(), labelled("w1", "watched"), WriteOptions.PLAIN);
            kube().create(CONFIG_MAPS, namespace(), labelled("w2", "watched"), WriteOptions.PLAIN);
            Patch leave = Patch.merge(read("{'metadata':{'labels':{'set':'other'}}}"));
            kube().patch(CONFIG_MAPS, key("w1"), "", leave, WriteOptions.PLAIN);
            kube().delete(CONFIG_MAPS, key("w2"), DeleteOptions.PLAIN);

            assertThat(watch.nextInShort()).isEqualTo("ADDED w1");
            assertThat(watch.nextInShort()).isEqualTo("ADDED w2");
            assertThat(watch.nextInShort()).isEqualTo("DELETED w1");
            assertThat(watch.nextInShort()).isEqualTo("DELETED w2");
        }
    }

    @Test
    void aStreamingListEndsWithAMarkedBookmark() throws InterruptedException {
        kube().create(CONFIG_MAPS, namespace(), labelled("s1", "streamed"), WriteOptions.PLAIN);
        WatchOptions streaming = new WatchOptions("set=streamed", "", "", true, true);
        try (WatchReader watch = new WatchReader(kube(), CONFIG_MAPS, namespace(), streaming)) {
            assertThat(watch.nextInShort()).isEqualTo("ADDED s1");
            WatchEvent end = watch.next();
            assertThat(end.type()).isEqualTo(WatchEvent.Type.BOOKMARK);
            assertThat(end.object().text("metadata", "annotations", "k8s.io/initial-events-end"))
                    .isEqualTo("true");
        }
    }

    @Test
    void anUnreadWatchBuffersLittleAndLosesNothing() throws InterruptedException {
        String now = kube().list(CONFIG_MAPS, namespace(), ListOptions.ALL).resourceVersion();
        WatchOptions selected = new WatchOptions("set=many", "", now, false, false);
        try (WatchReader watch = new WatchReader(kube(), CONFIG_MAPS, namespace(), selected)) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                kube().create(CONFIG_MAPS, namespace(), labelled("m" + i, "many"), WriteOptions.PLAIN);
                expected.add("ADDED m" + i);
            }
            List<String> told = new ArrayList<>();
            while (told.size() < MANY) {
                told.add(watch.nextInShort());
            }
            assertThat(told).isEqualTo(expected);
        }
        KubeList gone = kube().deleteCollection(
                        CONFIG_MAPS, namespace(), ListOptions.labelled("set=many"), DeleteOptions.PLAIN);
        assertThat(gone.items()).hasSize(MANY);
    }

    @Test
    void aWatchThatIsClosedIsOver() throws InterruptedException {
        WatchReader watch = new WatchReader(kube(), NAMESPACES, "", WatchOptions.from("0"));
        assertThat(watch.next().type()).isEqualTo(WatchEvent.Type.ADDED);

        watch.close();

        assertThat(watch.isOver()).isTrue();
    }

    @Test
    void aWatchThatTheServerRefusesDoesNotBegin() {
        ResourceType none = new ResourceType("", "v1", "gadgets", "Gadget", true);
        assertThatExceptionOfType(ApiException.class)
                .isThrownBy(() -> kube().watch(none, namespace(), WatchOptions.from("0"), () -> {}))
                .satisfies(refusal -> assertThat(refusal.code()).isEqualTo(404));
    }

    final ObjectKey key(String name) {
        return new ObjectKey(namespace(), name);
    }

    private static List<String> names(KubeList list) {
        return list.items().stream().map(KubeObjects::name).toList();
    }

    static JsonObject configMap(String name, String colour) {
        return (JsonObject) read("{'metadata':{'name':'" + name + "'},'data':{'colour':'" + colour + "'}}");
    }

    private static JsonObject labelled(String name, String set) {
        return configMap(name, "none").withAt(Json.of(set), "metadata", "labels", "set");
    }

    /// JSON with single quotes, which Java need not escape.
    static Json read(String text) {
        return JsonText.read(text.replace('\'', '"'));
    }
}
