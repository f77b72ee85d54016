package dev.sluice.jobspec.pod;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSelectorTermTest {
    private static final Node NODE =
            new Node("n7", Map.of("zone", "a", "cpus", "64", "gpu", "", "big", "9".repeat(30)));

    private record Node(String hostname, Map<String, String> labels) implements LabelledNode {
        @Override
        public Optional<String> label(String key) {
            return Optional.ofNullable(labels.get(key));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zone | In           | a     | true
            zone | In           | b,a   | true
            zone | In           | b     | false
            none | In           | a     | false
            zone | NotIn        | b,a   | false
            zone | NotIn        | b     | true
            none | NotIn        | a     | true
            zone | Exists       |       | true
            gpu  | Exists       |       | true
            none | Exists       |       | false
            zone | DoesNotExist |       | false
            none | DoesNotExist |       | true
            cpus | Gt           | 63    | true
            cpus | Gt           | 64    | false
            cpus | Gt           | 007   | true
            cpus | Lt           | 65    | true
            cpus | Lt           | 64    | false
            none | Gt           | 0     | false
            none | Lt           | 9     | false
            zone | Gt           | 0     | false
            zone | Lt           | 9     | false
            gpu  | Lt           | 9     | false
            big  | Gt           | 0     | false
            """)
    void operatorsFollowKubernetes(String key, String operator, String values, boolean matches) {
        assertThat(NodeSelectorTerm.of(label(key, operator, values)).matches(NODE))
                .isEqualTo(matches);
    }

    @Test
    void allRequirementsOfATermMustHold() {
        LabelRequirement inZone = label("zone", "In", "a");

        assertThat(NodeSelectorTerm.of(inZone, label("gpu", "Exists", null)).matches(NODE))
                .isTrue();
        assertThat(NodeSelectorTerm.of(inZone, label("none", "Exists", null)).matches(NODE))
                .isFalse();
        assertThat(new NodeSelectorTerm(List.of(inZone), List.of(name(SelectorOperator.IN, "n8"))).matches(NODE))
                .isFalse();
        assertThat(NodeSelectorTerm.of().matches(NODE)).isFalse();
    }

    @Test
    void theNameIsAField() {
        assertThat(matchesName(SelectorOperator.IN, "n7")).isTrue();
        assertThat(matchesName(SelectorOperator.IN, "n8")).isFalse();
        assertThat(matchesName(SelectorOperator.NOT_IN, "n7")).isFalse();
        assertThat(matchesName(SelectorOperator.NOT_IN, "n8")).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            zone | In     |       | values () of operator In must be at least one value
            zone | Exists | a     | values (a) of operator Exists must be no values
            zone | Gt     | 1,2   | values (1, 2) of operator Gt must be exactly one value, an integer of 64 bits
            zone | Lt     | 1.5   | values (1.5) of operator Lt must be exactly one value, an integer of 64 bits
            zone | Gt     | -1    | value (-1) must be empty or at most 63 letters, digits, '-', '_' and '.', with a letter or digit at each end
            zone | In     | a/b   | value (a/b) must be empty or at most 63 letters, digits, '-', '_' and '.', with a letter or digit at each end
            a b  | Exists |       | key (a b) must be a name of at most 63 letters, digits, '-', '_' and '.', which may follow a DNS name and '/'
            A/b  | Exists |       | key (A/b) must be a name of at most 63 letters, digits, '-', '_' and '.', which may follow a DNS name and '/'
            a/   | Exists |       | key (a/) must be a name of at most 63 letters, digits, '-', '_' and '.', which may follow a DNS name and '/'
            """)
    void malformedRequirementsAreRefused(String key, String operator, String values, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> label(key, operator, values))
                .withMessage(message);
    }

    @Test
    void onlyTheNameCanBeSelectedByField() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FieldRequirement("metadata.uid", SelectorOperator.IN, "x"))
                .withMessage("key (metadata.uid) must be metadata.name");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> name(SelectorOperator.EXISTS, "x"))
                .withMessage("operator (Exists) of a field must be In or NotIn");
    }

    private static boolean matchesName(SelectorOperator operator, String value) {
        return new NodeSelectorTerm(List.of(), List.of(name(operator, value))).matches(NODE);
    }

    private static FieldRequirement name(SelectorOperator operator, String value) {
        return new FieldRequirement(FieldRequirement.NAME, operator, value);
    }

    private static LabelRequirement label(String key, String operator, @Nullable String values) {
        return new LabelRequirement(
                key,
                SelectorOperator.named(operator).orElseThrow(),
                values == null ? List.of() : Arrays.asList(values.split(",")));
    }
}
