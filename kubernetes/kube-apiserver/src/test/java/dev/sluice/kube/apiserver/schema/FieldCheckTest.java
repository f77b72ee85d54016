package dev.sluice.kube.apiserver.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the real server said, when asked; [FieldCheckIT] asks again.
class FieldCheckTest {

    static List<FieldCheckCase> cases() {
        return FieldCheckCase.ALL;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void objectsAreJudgedAsByTheRealServer(FieldCheckCase example) {
        FieldCheck.Findings findings = example.check();

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
    void noMoreThanAHundredUnknownFieldsAreTold() {
        JsonObject spec = JsonObject.EMPTY;
        for (int i = 0; i < 150; i++) {
            spec = spec.with("unknown" + i, Json.of(i));
        }

        FieldCheck.Findings findings = FieldCheck.check(FieldCheckCase.POD, JsonObject.of("spec", spec));

        assertThat(findings.unknown()).hasSize(100).startsWith("unknown field \"spec.unknown0\"");
    }

    @Test
    void unknownFieldsAreToldInTheOrderOfTheText() {
        List<Json> containers = new ArrayList<>();
        for (String name : List.of("z", "y")) {
            containers.add(JsonObject.of(name, Json.of(1)));
        }
        JsonObject pod = (JsonObject) JsonText.read("{\"b\":1,\"a\":{\"c\":2}}");

        FieldCheck.Findings findings =
                FieldCheck.check(FieldCheckCase.POD, pod.withAt(JsonArray.of(containers), "spec", "containers"));

        assertThat(findings.unknown())
                .containsExactly(
                        "unknown field \"b\"",
                        "unknown field \"a\"",
                        "unknown field \"spec.containers[0].z\"",
                        "unknown field \"spec.containers[1].y\"");
    }
}
