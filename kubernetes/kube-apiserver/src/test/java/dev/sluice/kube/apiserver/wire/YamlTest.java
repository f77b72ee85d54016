package dev.sluice.kube.apiserver.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonSyntaxException;
import dev.sluice.kube.json.JsonText;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: yes|{\"a\":true}",
                "a: 'yes'|{\"a\":\"yes\"}",
                "a: off|{\"a\":false}",
                "a: ~|{\"a\":null}",
                "a: 0x1F|{\"a\":31}",
                "a: 0644|{\"a\":420}",
                "a: 1_000|{\"a\":1000}",
                "a: 1.5e3|{\"a\":1500}",
                "a: 0.5|{\"a\":0.5}",
                "a: 2026-01-02|{\"a\":\"2026-01-02\"}",
                "a: !!str 1|{\"a\":\"1\"}",
                "{a: &x [1], b: *x}|{\"a\":[1],\"b\":[1]}",
            })
    void plainWordsMeanWhatTheyMeanToKubernetes(String yaml, String json) {
        assertThat(read(yaml).value()).isEqualTo(JsonText.read(json));
    }

    @Test
    void keysThatAreThereTwiceAreTold() {
        assertThat(read("a: 1\nb: {c: 1, c: 2}").duplicates()).containsExactly("line 2: key \"c\" already set in map");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":\"1\",\"b\":\"true\",\"c\":\"x\\ny\\n\",\"d\":\"\",\"e\":null,\"f\":[1,-2.5,true],\"g\":{}}",
                "{\"a\":\": - #\",\"b\":\"~\",\"c\":\" x \",\"d\":\"0x1F\",\"e\":\"1e3\",\"f\":\"\\u20ac\\t\"}"
            })
    void whatIsWrittenIsRead(String json) {
        Json value = JsonText.read(json);

        assertThat(Yaml.read(Yaml.write(value)).value()).isEqualTo(value);
    }

    @Test
    void mistakesAreToldByLine() {
        assertThatThrownBy(() -> read("a: 1\nb: ["))
                .isInstanceOfSatisfying(
                        JsonSyntaxException.class, e -> assertThat(e.line()).isGreaterThanOrEqualTo(2));
    }

    private static Yaml.Text read(String yaml) {
        return Yaml.read(yaml.getBytes(StandardCharsets.UTF_8));
    }
}
