package dev.sluice.kube.validation.field;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import org.junit.jupiter.api.Test;

class GoStructsTest {
    @Test
    void structsSayWhatIsNotThere() {
        assertThat(GoStructs.of(
                        "core.SeccompProfile", (JsonObject) JsonText.read("{'type':'Localhost'}".replace('\'', '"'))))
                .hasToString("{\"Type\":\"Localhost\",\"LocalhostProfile\":null}");
    }

    @Test
    void whatAPodSharesWithItsHostIsElsewhere() {
        assertThat(GoStructs.of("core.PodSpec", (JsonObject) JsonText.read("{'hostNetwork':true}".replace('\'', '"')))
                        .isTrue("SecurityContext", "HostNetwork"))
                .isTrue();
    }

    @Test
    void metadataIsAmongTheFieldsOfATemplate() {
        assertThat(GoStructs.of("core.PodTemplateSpec", (JsonObject)
                                JsonText.read("{'metadata':{'labels':{'b':'1','a':'2'}}}".replace('\'', '"')))
                        .names()
                        .toString())
                .isEqualTo("[labels, Spec]");
    }

    @Test
    void mapsAreInTheOrderOfTheirKeys() {
        assertThat(GoStructs.sorted((JsonObject) JsonText.read("{'b':'1','a':'2'}".replace('\'', '"'))))
                .hasToString("{\"a\":\"2\",\"b\":\"1\"}");
    }

    @Test
    void selectorsSayTheirLabelsFirst() {
        assertThat(GoStructs.sorted(
                        (JsonObject) JsonText.read("{'matchExpressions':[],'matchLabels':{}}".replace('\'', '"'))))
                .hasToString("{\"matchLabels\":{},\"matchExpressions\":[]}");
    }
}
