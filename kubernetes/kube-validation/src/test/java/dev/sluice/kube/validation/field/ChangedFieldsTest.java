package dev.sluice.kube.validation.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;

class ChangedFieldsTest {
    private static JsonObject object(String json) {
        return (JsonObject) JsonText.read(json);
    }

    @Test
    void addedRemovedAndChangedFieldsAreNamed() {
        assertThat(ChangedFields.of(object("{\"a\":1,\"b\":2,\"c\":3}"), object("{\"a\":1,\"b\":4,\"d\":5}")))
                .isEqualTo(" (changed: b, c, d)");
    }

    @Test
    void equalObjectsHaveNoChangedFields() {
        assertThat(ChangedFields.of(object("{\"a\":1}"), object("{\"a\":1}"))).isEmpty();
    }
}
