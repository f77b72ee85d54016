package dev.sluice.kube.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

class JsonProperties {

    @Property
    void writtenJsonParsesToAnEqualValue(@ForAll("values") Json value) {
        assertThat(JsonText.read(JsonText.write(value))).isEqualTo(value);
        assertThat(JsonText.read(JsonText.writeBytes(value))).isEqualTo(value);
    }

    @Property
    void anObjectChangesAsAMapDoes(@ForAll("fields") List<String> names, @ForAll("fields") List<String> gone) {
        Map<String, Json> map = new LinkedHashMap<>();
        JsonObject object = JsonObject.EMPTY;
        for (int i = 0; i < names.size(); i++) {
            map.put(names.get(i), Json.of(i));
            object = object.with(names.get(i), Json.of(i));
        }
        for (String name : gone) {
            map.remove(name);
            object = object.without(name);
        }

        assertThat(object).isEqualTo(JsonObject.of(map)).hasSameHashCodeAs(JsonObject.of(map));
        assertThat(object.names()).containsExactlyElementsOf(map.keySet());
    }

    @Property
    void aBuilderFillsAsAMapDoes(@ForAll List<@IntRange(min = 0, max = 40) Integer> numbers) {
        Map<String, Json> map = new LinkedHashMap<>();
        JsonObject.Builder builder = JsonObject.builder();
        for (int i = 0; i < numbers.size(); i++) {
            String name = "field" + numbers.get(i);
            boolean isNew = map.put(name, Json.of(i)) == null;

            assertThat(builder.add(name, Json.of(i))).isEqualTo(isNew);
        }

        assertThat(builder.build()).hasToString(JsonObject.of(map).toString());
    }

    @Property
    void theOrderOfFieldsDoesNotMatter(@ForAll("fields") List<String> names) {
        JsonObject one = JsonObject.EMPTY;
        JsonObject other = JsonObject.EMPTY;
        for (int i = 0; i < names.size(); i++) {
            one = one.with(names.get(i), Json.of(names.get(i)));
            String name = names.get(names.size() - 1 - i);
            other = other.with(name, Json.of(name));
        }

        assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
    }

    @Example
    void aChangeLeavesTheOldValueAsItWas() {
        JsonObject old = (JsonObject) JsonText.read("{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"1\"}}}");

        JsonObject changed = old.withAt(Json.of("2"), "metadata", "labels", "x")
                .withAt(Json.of(true), "spec", "paused")
                .withoutAt("metadata", "name");

        assertThat(changed).hasToString("{\"metadata\":{\"labels\":{\"x\":\"2\"}},\"spec\":{\"paused\":true}}");
        assertThat(old).hasToString("{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"1\"}}}");
    }

    @Example
    void numbersStayAsTheyWereWritten() {
        String text = "[1,1.0,1e3,0.10,-0,12345678901234567890123]";

        assertThat(JsonText.read(text)).hasToString(text);
    }

    @Example
    void brokenTextsAreRefusedWithTheirPlace() {
        assertThatThrownBy(() -> JsonText.read("{\n \"a\": 1,\n}"))
                .isInstanceOfSatisfying(
                        JsonSyntaxException.class, e -> assertThat(e.line()).isEqualTo(3));
        assertThatThrownBy(() -> JsonText.read("{} x")).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonText.read("")).isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonText.read("[".repeat(JsonText.DEPTH_MAX + 1)))
                .isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonText.read("\"a\"".getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(JsonSyntaxException.class);
        assertThatThrownBy(() -> JsonText.read(new byte[] {'"', (byte) 0xff, '"'}))
                .isInstanceOf(JsonSyntaxException.class);
    }

    @Provide
    Arbitrary<List<String>> fields() {
        return Arbitraries.strings().alpha().ofMaxLength(2).list().ofMaxSize(12).uniqueElements();
    }

    @Provide
    Arbitrary<Json> values() {
        Arbitrary<Json> leaves = Arbitraries.oneOf(
                Arbitraries.strings()
                        .ofMaxLength(8)
                        .filter(JsonProperties::isWellFormed)
                        .map(Json::of),
                Arbitraries.longs().map(Json::of),
                Arbitraries.of(JsonBoolean.TRUE, JsonBoolean.FALSE),
                Arbitraries.just(JsonNull.NULL));
        return Arbitraries.recursive(() -> leaves, JsonProperties::nested, 0, 3);
    }

    @Property
    void aNumberIsZeroIfItsDecimalIs(@ForAll @Scale(3) @BigRange(min = "-2", max = "2") BigDecimal number) {
        assertThat(new JsonNumber(number.toString()).isZero()).isEqualTo(number.signum() == 0);
        assertThat(new JsonNumber(number + "e12").isZero()).isEqualTo(number.signum() == 0);
    }

    private static boolean isWellFormed(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static Arbitrary<Json> nested(Arbitrary<Json> inner) {
        return Arbitraries.oneOf(
                inner.list().ofMaxSize(4).map(JsonArray::of),
                Arbitraries.maps(Arbitraries.strings().alpha().ofMaxLength(4), inner)
                        .ofMaxSize(4)
                        .map(JsonObject::of));
    }
}
