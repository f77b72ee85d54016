package dev.sluice.kube.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.ApiException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchTest {
    private static final JsonObject DOCUMENT = object("""
            {"metadata": {"labels": {"a": "1"}, "finalizers": ["x", "y"]},
             "spec": {"replicas": 2, "template": {"spec": {"containers": [
                {"name": "one", "image": "i", "env": [{"name": "E", "value": "1"}]}, {"name": "two", "image": "j"}]}}}}""");

    @Test
    void aPatchThatChangesNothingReturnsTheVeryDocument() {
        assertThat(JsonPatch.apply(DOCUMENT, JsonText.read("""
                [{"op": "replace", "path": "/spec/replicas", "value": 2}, {"op": "add", "path": "/x", "value": 1},
                 {"op": "remove", "path": "/x"}]"""))).isSameAs(DOCUMENT);
        assertThat(MergePatch.apply(DOCUMENT, object("{\"spec\": {\"replicas\": 2, \"none\": null}}")))
                .isSameAs(DOCUMENT);
        assertThat(strategic("""
                {"metadata": {"finalizers": ["x", "y"], "labels": {"$patch": "replace", "a": "1"}},
                 "spec": {"template": {"spec": {"$setElementOrder/containers": [{"name": "one"}, {"name": "two"}],
                   "containers": [{"name": "one", "image": "i", "env": [{"name": "E", "value": "1"}]}]}}}}""")).isSameAs(DOCUMENT);
    }

    @Test
    void untouchedValuesAreTheSameInstances() {
        Json byJsonPatch = JsonPatch.apply(
                DOCUMENT, JsonText.read("[{\"op\": \"add\", \"path\": \"/spec/replicas\", \"value\": 3}]"));
        JsonObject byMerge = MergePatch.apply(DOCUMENT, object("{\"spec\": {\"replicas\": 3}}"));
        JsonObject byStrategic = strategic("""
                {"spec": {"template": {"spec": {"containers": [{"name": "one", "image": "new"}]}}}}""");

        assertThat(((JsonObject) byJsonPatch).get("metadata")).isSameAs(DOCUMENT.get("metadata"));
        assertThat(byMerge.object("spec").get("template"))
                .isSameAs(DOCUMENT.object("spec").get("template"));
        JsonArray before = DOCUMENT.array("spec", "template", "spec", "containers");
        JsonArray after = byStrategic.array("spec", "template", "spec", "containers");
        assertThat(after.get(1)).isSameAs(before.get(1));
        assertThat(after.object(0).get("env")).isSameAs(before.object(0).get("env"));
        assertThat(after.object(0).text("image")).isEqualTo("new");
    }

    @Test
    void tooManyOperationsAreRefused() {
        Json test = JsonText.read("{\"op\": \"test\", \"path\": \"/spec/replicas\", \"value\": 2}");
        Json most = JsonArray.of(Collections.nCopies(JsonPatch.OPERATIONS_MAX, test));
        Json tooMany = JsonArray.of(Collections.nCopies(JsonPatch.OPERATIONS_MAX + 1, test));

        assertThat(JsonPatch.apply(DOCUMENT, most)).isSameAs(DOCUMENT);
        assertThatThrownBy(() -> JsonPatch.apply(DOCUMENT, tooMany))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(413))
                .hasMessage("Request entity too large: The allowed maximum operations in a JSON patch is 10000,"
                        + " got 10001");
    }

    @Test
    void copiesOfCopiesAreRefusedBeforeTheyFillTheMemory() {
        Json once = JsonText.read("{\"op\": \"copy\", \"from\": \"/spec\", \"path\": \"/spec/x\"}");
        Json again = JsonText.read("{\"op\": \"copy\", \"from\": \"/spec\", \"path\": \"/spec/y\"}");
        List<Json> fortyTimes = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            fortyTimes.add(once);
            fortyTimes.add(again);
        }

        assertThatThrownBy(() -> JsonPatch.apply(DOCUMENT, JsonArray.of(fortyTimes)))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(422));
    }

    @Test
    void nothingIsNestedDeeperThanItCanBeReadAgain() {
        Json deeper = JsonText.read("{\"op\": \"copy\", \"from\": \"/a\", \"path\": \"/a/a\"}");
        JsonObject document = object("{\"a\": {}}");

        Json deep = JsonPatch.apply(document, JsonArray.of(Collections.nCopies(JsonText.DEPTH_MAX - 2, deeper)));
        assertThat(JsonText.read(JsonText.write(deep))).isEqualTo(deep);
        assertThatThrownBy(() ->
                        JsonPatch.apply(document, JsonArray.of(Collections.nCopies(JsonText.DEPTH_MAX - 1, deeper))))
                .isInstanceOf(ApiException.class);
    }

    @Test
    void escapesOfPointersAreReadOnce() {
        JsonObject document = object("{\"~1\": 1, \"/\": 2, \"a~b\": 3}");

        assertThat(JsonPatch.apply(document, JsonText.read("""
                [{"op": "test", "path": "/~01", "value": 1}, {"op": "test", "path": "/~1", "value": 2},
                 {"op": "test", "path": "/a~b", "value": 3}, {"op": "remove", "path": "/a~0b"}]"""))).hasToString("{\"~1\":1,\"/\":2}");
    }

    @Test
    void listsWithoutAPatchStrategyAreReplaced() {
        assertThat(StrategicMergePatch.apply(
                        object("{\"list\": [{\"name\": \"a\"}], \"more\": {\"of\": [1]}}"),
                        object("{\"list\": [{\"name\": \"b\"}], \"more\": {\"of\": [2], \"new\": {\"x\": null}}}"),
                        MergeRules.NONE))
                .hasToString("{\"list\":[{\"name\":\"b\"}],\"more\":{\"of\":[2],\"new\":{}}}");
    }

    @Test
    void anObjectIsReplacedWhereTheSchemaSaysSo() {
        MergeRules rules = WrittenRules.parse("whole replace");

        assertThat(StrategicMergePatch.apply(
                        object("{\"whole\": {\"a\": 1, \"b\": 2}, \"part\": {\"a\": 1}}"),
                        object("{\"whole\": {\"a\": 3}, \"part\": {\"b\": 2}}"),
                        rules))
                .hasToString("{\"whole\":{\"a\":3},\"part\":{\"a\":1,\"b\":2}}");
    }

    @Test
    void aListOfObjectsWithoutAMergeKeyIsAnInternalError() {
        assertThatThrownBy(() -> StrategicMergePatch.apply(
                        object("{\"list\": [{\"a\": 1}]}"),
                        object("{\"list\": [{\"a\": 2}]}"),
                        WrittenRules.parse("list merge")))
                .hasMessage("cannot merge lists without merge key for struct");
    }

    private static JsonObject strategic(String patch) {
        return StrategicMergePatch.apply(DOCUMENT, object(patch), WrittenRules.DEPLOYMENT_AND_CONFIG_MAP);
    }

    private static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text);
    }
}
