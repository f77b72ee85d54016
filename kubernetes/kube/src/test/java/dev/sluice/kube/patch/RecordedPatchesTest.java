package dev.sluice.kube.patch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.Recorded;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Compares with recorded results of kube-apiserver. Defaults that it adds afterwards are left out of the records.
class RecordedPatchesTest {

    @TestFactory
    Stream<DynamicTest> jsonPatchesDoAsOnTheRealServer() {
        return doAsRecorded("patch/json.json", JsonPatch::apply);
    }

    @TestFactory
    Stream<DynamicTest> mergePatchesDoAsOnTheRealServer() {
        return doAsRecorded("patch/merge.json", (document, patch) -> MergePatch.apply((JsonObject) document, patch));
    }

    @TestFactory
    Stream<DynamicTest> strategicMergePatchesDoAsOnTheRealServer() {
        return doAsRecorded(
                "patch/strategic.json",
                (document, patch) -> StrategicMergePatch.apply(
                        (JsonObject) document, patch, WrittenRules.DEPLOYMENT_AND_CONFIG_MAP));
    }

    private static Stream<DynamicTest> doAsRecorded(String file, BinaryOperator<Json> apply) {
        JsonObject recorded = Recorded.read(file);
        return Recorded.cases(recorded).stream().map(one -> {
            JsonObject document = recorded.object("objects", one.text("object"));
            Json patch = Objects.requireNonNull(one.get("patch"));
            return DynamicTest.dynamicTest(one.text("object") + " " + patch, () -> {
                if (one.has("code")) {
                    assertThatThrownBy(() -> apply.apply(document, patch))
                            .isInstanceOfSatisfying(ApiException.class, e -> {
                                assertThat(e.code()).isEqualTo((int) one.number(0, "code"));
                                assertThat(e.reason()).isEqualTo(one.text("reason"));
                            })
                            .hasMessage(one.text("message"));
                } else {
                    JsonObject wanted = one.has("result") ? one.object("result") : document;
                    assertThat(kept(apply.apply(document, patch))).isEqualTo(kept(wanted));
                }
            });
        });
    }

    /// Normalizes like a server that decodes objects into types: no nulls, no empty values, no directives.
    private static Json kept(Json value) {
        return switch (value) {
            case JsonObject object -> {
                JsonObject kept = JsonObject.EMPTY;
                for (int i = 0; i < object.size(); i++) {
                    Json inner = kept(object.value(i));
                    boolean empty =
                            inner == JsonNull.NULL || inner.equals(JsonObject.EMPTY) || inner.equals(JsonArray.EMPTY);
                    kept = empty || object.name(i).startsWith("$") ? kept : kept.with(object.name(i), inner);
                }
                yield kept;
            }
            case JsonArray array -> {
                List<Json> kept = new ArrayList<>();
                array.forEach(element -> kept.add(kept(element)));
                yield JsonArray.of(kept);
            }
            default -> value;
        };
    }
}
