package dev.sluice.kube.validation.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;

class SortedKeysTest {
    @Test
    void mapsAreInTheOrderOfTheirKeys() {
        assertThat(SortedKeys.of(JsonText.read("{\"b\":\"1\",\"a\":\"2\"}"))).hasToString("{\"a\":\"2\",\"b\":\"1\"}");
    }

    @Test
    void selectorsShowTheirLabelsFirst() {
        assertThat(SortedKeys.of(JsonText.read("{\"matchExpressions\":[],\"matchLabels\":{}}")))
                .hasToString("{\"matchLabels\":{},\"matchExpressions\":[]}");
    }
}
