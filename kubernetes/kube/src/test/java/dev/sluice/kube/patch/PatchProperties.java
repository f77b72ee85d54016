package dev.sluice.kube.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class PatchProperties {

    @Property
    void aMergePatchOfADifferenceTurnsOneIntoTheOther(
            @ForAll("objects") JsonObject one, @ForAll("objects") JsonObject other) {
        assertThat(MergePatch.apply(one, difference(one, other))).isEqualTo(other);
    }

    @Property
    void aMergePatchAppliedTwiceIsAppliedOnce(
            @ForAll("objects") JsonObject document, @ForAll("patches") JsonObject patch) {
        JsonObject once = MergePatch.apply(document, patch);

        assertThat(MergePatch.apply(once, patch)).isSameAs(once);
    }

    @Property
    void emptyPatchesReturnTheVeryDocument(@ForAll("objects") JsonObject document) {
        assertThat(JsonPatch.apply(document, JsonArray.EMPTY)).isSameAs(document);
        assertThat(MergePatch.apply(document, JsonObject.EMPTY)).isSameAs(document);
        assertThat(StrategicMergePatch.apply(document, JsonObject.EMPTY, MergeRules.NONE))
                .isSameAs(document);
    }

    @Property
    void withoutListsAStrategicMergeIsAMerge(
            @ForAll("objectsWithoutLists") JsonObject document, @ForAll("patchesWithoutLists") JsonObject patch) {
        assertThat(StrategicMergePatch.apply(document, patch, MergeRules.NONE))
                .isEqualTo(MergePatch.apply(document, patch));
    }

    @Property
    void addAndRemoveReturnTheDocumentItself(@ForAll("objects") JsonObject document, @ForAll("values") Json value) {
        Json added = JsonPatch.apply(document, JsonArray.of(operation("add", "/new", value)));

        assertThat(((JsonObject) added).get("new")).isEqualTo(value);
        assertThat(JsonPatch.apply(added, JsonArray.of(operation("remove", "/new", value))))
                .isEqualTo(document);
        assertThat(JsonPatch.apply(
                        document, JsonArray.of(operation("add", "/new", value), operation("remove", "/new", value))))
                .isSameAs(document);
    }

    @Property
    void elementsOfListsAreAddedAndRemovedAsInAList(
            @ForAll("lists") List<Json> list, @ForAll("values") Json value, @ForAll @IntRange(max = 7) int index) {
        int at = index % (list.size() + 1);
        List<Json> longer = new ArrayList<>(list);
        longer.add(at, value);
        JsonObject document = JsonObject.of("list", JsonArray.of(list));

        Json added = JsonPatch.apply(document, JsonArray.of(operation("add", "/list/" + at, value)));

        assertThat(added).isEqualTo(JsonObject.of("list", JsonArray.of(longer)));
        assertThat(JsonPatch.apply(added, JsonArray.of(operation("remove", "/list/" + at, value))))
                .isEqualTo(document);
    }

    /// Patches like kubectl: the whole new list, its order, and the elements to delete.
    @Property
    void aListWithAnOrderBecomesThatList(@ForAll("names") List<String> before, @ForAll("names") List<String> after) {
        MergeRules rules = WrittenRules.parse("list merge name");
        List<Json> changes = new ArrayList<>();
        after.forEach(name -> changes.add(element(name, "after")));
        before.stream()
                .filter(name -> !after.contains(name))
                .forEach(name -> changes.add(JsonObject.builder()
                        .put("name", name)
                        .put("$patch", "delete")
                        .build()));
        JsonObject document = JsonObject.of(
                "list",
                JsonArray.of(
                        before.stream().map(name -> element(name, "before")).toList()));
        JsonObject patch = JsonObject.builder()
                .put("list", JsonArray.of(changes))
                .put(
                        "$setElementOrder/list",
                        JsonArray.of(after.stream()
                                .map(name -> JsonObject.of("name", Json.of(name)))
                                .toList()))
                .build();

        assertThat(StrategicMergePatch.apply(document, patch, rules))
                .isEqualTo(JsonObject.of(
                        "list",
                        JsonArray.of(after.stream()
                                .map(name -> element(name, "after"))
                                .toList())));
    }

    private static JsonObject element(String name, String value) {
        return JsonObject.builder().put("name", name).put("value", value).build();
    }

    private static JsonObject operation(String op, String path, Json value) {
        return JsonObject.builder()
                .put("op", op)
                .put("path", path)
                .put("value", value)
                .build();
    }

    private static JsonObject difference(JsonObject from, JsonObject to) {
        JsonObject patch = JsonObject.EMPTY;
        for (String name : from.names()) {
            patch = to.has(name) ? patch : patch.with(name, JsonNull.NULL);
        }
        for (int i = 0; i < to.size(); i++) {
            Json old = from.get(to.name(i));
            Json value = to.value(i);
            if (old instanceof JsonObject inner && value instanceof JsonObject changed) {
                patch = patch.with(to.name(i), difference(inner, changed));
            } else if (!value.equals(old)) {
                patch = patch.with(to.name(i), value);
            }
        }
        return patch;
    }

    @Provide
    Arbitrary<List<String>> names() {
        return Arbitraries.of("a", "b", "c", "d", "e", "f").list().ofMinSize(1).uniqueElements();
    }

    @Provide
    Arbitrary<List<Json>> lists() {
        return values().list().ofMaxSize(6);
    }

    @Provide
    Arbitrary<Json> values() {
        return tree(scalars(), true);
    }

    @Provide
    Arbitrary<JsonObject> objects() {
        return object(values());
    }

    @Provide
    Arbitrary<JsonObject> patches() {
        return object(tree(Arbitraries.oneOf(scalars(), Arbitraries.just(JsonNull.NULL)), false));
    }

    @Provide
    Arbitrary<JsonObject> objectsWithoutLists() {
        return object(tree(scalars(), false));
    }

    @Provide
    Arbitrary<JsonObject> patchesWithoutLists() {
        return patches();
    }

    private static Arbitrary<Json> scalars() {
        return Arbitraries.oneOf(
                Arbitraries.integers().between(0, 3).map(Json::of),
                Arbitraries.of("x", "y", "").map(Json::of),
                Arbitraries.of(true, false).map(Json::of));
    }

    private static Arbitrary<Json> tree(Arbitrary<Json> leaves, boolean lists) {
        return Arbitraries.recursive(
                () -> leaves,
                inner -> lists
                        ? Arbitraries.oneOf(
                                object(inner), inner.list().ofMaxSize(3).map(JsonArray::of))
                        : object(inner).map(it -> it),
                0,
                3);
    }

    private static Arbitrary<JsonObject> object(Arbitrary<Json> values) {
        return Arbitraries.maps(Arbitraries.of("a", "b", "c", "d"), values)
                .ofMaxSize(4)
                .map(JsonObject::of);
    }
}
