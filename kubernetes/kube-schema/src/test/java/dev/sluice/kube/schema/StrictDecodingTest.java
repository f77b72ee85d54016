package dev.sluice.kube.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the real server said, when asked; [StrictDecodingIT] asks again.
class StrictDecodingTest {
    private static final ObjectSchema POD =
            Objects.requireNonNull(Schema.kubernetes().kind("v1", "Pod"));

    static List<FieldCheckCase> cases() {
        return FieldCheckCase.ALL;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void objectsAreJudgedAsByTheRealServer(FieldCheckCase example) {
        StrictDecoding.Findings findings = example.check();

        if (example.message().startsWith("strict")) {
            assertThat(findings.mismatch()).isEmpty();
            assertThat(findings.strictMessage()).isEqualTo(example.message());
        } else if (example.message().isEmpty()) {
            assertThat(findings.isEmpty()).as(findings.toString()).isTrue();
        } else {
            assertThat(findings.mismatch()).contains(example.message());
        }
    }

    @Test
    void fieldsGivenTwiceAreFoundInTheText() {
        byte[] text = "{'a':{'b':1,'c':[{'x':1},{'x':1,'x':2}],'b':{}},'a':null,'d':['a','a']}"
                .replace('\'', '"')
                .getBytes(StandardCharsets.UTF_8);

        assertThat(DuplicateFields.find(text)).containsExactly("a.c[1].x", "a.b", "a");
        assertThat(DuplicateFields.find("{\"a\":1,\"a\":2,]".getBytes(StandardCharsets.UTF_8)))
                .containsExactly("a");
    }

    @Test
    void noMoreThanAHundredUnknownFieldsAreTold() {
        JsonObject spec = JsonObject.EMPTY;
        for (int i = 0; i < 150; i++) {
            spec = spec.with("unknown" + i, Json.of(i));
        }

        StrictDecoding.Findings findings = StrictDecoding.check(POD, JsonObject.of("spec", spec), Set.of());

        assertThat(findings.strict()).hasSize(100).startsWith("unknown field \"spec.unknown0\"");
    }

    @Test
    void unknownFieldsAreToldInTheOrderOfTheText() {
        List<Json> containers = new ArrayList<>();
        for (String name : List.of("z", "y")) {
            containers.add(JsonObject.of(name, Json.of(1)));
        }
        JsonObject pod = (JsonObject) JsonText.read("{\"b\":1,\"a\":{\"c\":2}}");

        StrictDecoding.Findings findings =
                StrictDecoding.check(POD, pod.withAt(JsonArray.of(containers), "spec", "containers"), Set.of());

        assertThat(findings.strict())
                .containsExactly(
                        "unknown field \"b\"",
                        "unknown field \"a\"",
                        "unknown field \"spec.containers[0].z\"",
                        "unknown field \"spec.containers[1].y\"");
    }
}
