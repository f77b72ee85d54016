package dev.sluice.kube.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AcceptTest {
    private static final String TABLE = ";as=Table;v=v1;g=meta.k8s.io";

    @Test
    void whoSaysNothingGetsJson() {
        assertThat(Accept.negotiate("", Accept.OBJECTS).format()).isEqualTo(Format.JSON);
        assertThat(Accept.negotiate("*/*", Accept.OBJECTS).format()).isEqualTo(Format.JSON);
    }

    @Test
    void theFirstThatWeHaveIsTaken() {
        Accept accept = Accept.negotiate(
                "application/vnd.kubernetes.protobuf" + TABLE + ",application/json" + TABLE, Accept.OBJECTS);

        assertThat(accept.format()).isEqualTo(Format.JSON);
        assertThat(accept.as()).isEqualTo("Table");
        assertThat(accept.version()).isEqualTo("meta.k8s.io/v1");
    }

    @Test
    void whatIsWantedMoreComesFirst() {
        assertThat(Accept.negotiate("application/json;q=0.5, application/yaml", Accept.OBJECTS)
                        .format())
                .isEqualTo(Format.YAML);
    }

    @Test
    void whatNobodyHasIsRefused() {
        assertThatThrownBy(() -> Accept.negotiate("text/html", Accept.OBJECTS)).hasMessageContaining("406");
        assertThatThrownBy(() -> Accept.negotiate("application/yaml", Accept.WATCHES))
                .hasMessageContaining("application/json;stream=watch");
        assertThat(Accept.ofErrors("text/html").format()).isEqualTo(Format.JSON);
    }
}
