package dev.sluice.kube.apiserver.kind;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GoStructsTest {
    @Test
    void structsSayWhatIsNotThere() {
        assertThat(GoStructs.of("core.SeccompProfile", Asked.object("{'type':'Localhost'}")))
                .hasToString("{\"Type\":\"Localhost\",\"LocalhostProfile\":null}");
    }

    @Test
    void whatAPodSharesWithItsHostIsElsewhere() {
        assertThat(GoStructs.of("core.PodSpec", Asked.object("{'hostNetwork':true}"))
                        .isTrue("SecurityContext", "HostNetwork"))
                .isTrue();
    }

    @Test
    void metadataIsAmongTheFieldsOfATemplate() {
        assertThat(GoStructs.of("core.PodTemplateSpec", Asked.object("{'metadata':{'labels':{'b':'1','a':'2'}}}"))
                        .names()
                        .toString())
                .isEqualTo("[labels, Spec]");
    }

    @Test
    void mapsAreInTheOrderOfTheirKeys() {
        assertThat(GoStructs.sorted(Asked.object("{'b':'1','a':'2'}"))).hasToString("{\"a\":\"2\",\"b\":\"1\"}");
    }

    @Test
    void selectorsSayTheirLabelsFirst() {
        assertThat(GoStructs.sorted(Asked.object("{'matchExpressions':[],'matchLabels':{}}")))
                .hasToString("{\"matchLabels\":{},\"matchExpressions\":[]}");
    }
}
