package dev.sluice.kube.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.Recorded;
import dev.sluice.kube.json.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class NameValidationTest {

    @TestFactory
    Stream<DynamicTest> namesAreTakenAndRefusedAsByTheRealServer() {
        return Recorded.cases(Recorded.read("names/names.json")).stream().map(one -> {
            String rule = one.text("rule");
            String name = one.text("name");
            return DynamicTest.dynamicTest(rule + " [" + name + "]", () -> {
                List<Json> problems = problems(rule, name).stream()
                        .map(problem -> Json.of("Invalid value: " + GoQuoting.of(name) + ": " + problem))
                        .toList();
                assertThat(problems).isEqualTo(one.array("problems").toList());
            });
        });
    }

    private static List<String> problems(String rule, String name) {
        return switch (rule) {
            case "subdomain" -> NameValidation.subdomain(name);
            case "label" -> NameValidation.label(name);
            // Recorded from custom resource definitions, which join all errors into one.
            case "dns1035Label" -> {
                List<String> problems = NameValidation.dns1035Label(name);
                yield problems.isEmpty() ? problems : List.of(String.join(",", problems));
            }
            case "pathSegment" -> NameValidation.pathSegment(name);
            case "qualifiedName" -> NameValidation.qualifiedName(name);
            case "labelValue" -> NameValidation.labelValue(name);
            case "generateName" -> NameValidation.subdomain(NameValidation.prefix(name));
            default -> throw new IllegalArgumentException(rule);
        };
    }

    @Test
    void textsAreQuotedAsGoDoes() {
        assertThat(GoQuoting.of("a\"b\\c\n\t\u0007\u0001\u007f")).isEqualTo("\"a\\\"b\\\\c\\n\\t\\a\\x01\\x7f\"");
        assertThat(GoQuoting.of("é\u00a0\u200b\ufeff日\ud83d\ude00"))
                .isEqualTo("\"é\\u00a0\\u200b\\ufeff日\ud83d\ude00\"");
    }
}
