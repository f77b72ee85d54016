package dev.sluice.jobspec.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.FieldRequirement;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeSelectorReaderTest {
    @Test
    void termsAreReadAsInAPodSpec() {
        String terms = """
                - matchExpressions:
                  - {key: topology.kubernetes.io/zone, operator: In, values: [a, "b"]}
                  - {key: cpus, operator: Gt, values: [8]}
                  matchFields:
                  - {key: metadata.name, operator: NotIn, values: [n1]}
                - matchExpressions: [{key: gpu, operator: Exists}]
                """;

        assertThat(NodeSelectorReader.nodeSelector(Value.of(terms, "pod.yaml")))
                .isEqualTo(new Constraint.NodeSelector(List.of(
                        new NodeSelectorTerm(
                                List.of(
                                        new LabelRequirement(
                                                "topology.kubernetes.io/zone", SelectorOperator.IN, List.of("a", "b")),
                                        new LabelRequirement("cpus", SelectorOperator.GT, List.of("8"))),
                                List.of(new FieldRequirement(FieldRequirement.NAME, SelectorOperator.NOT_IN, "n1"))),
                        NodeSelectorTerm.of(new LabelRequirement("gpu", SelectorOperator.EXISTS, List.of())))));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [] | must have at least one term (a list of 0)
            {} | must be a list (a mapping of 0)
            [{expressions: []}] | [0].expressions: unknown key (expressions). Maybe one of matchExpressions, matchFields?
            [{matchExpressions: [{key: a}]}] | [0].matchExpressions[0]: key (operator) is missing
            [{matchExpressions: [{operator: In}]}] | [0].matchExpressions[0]: key (key) is missing
            [{matchExpressions: [{key: a, operator: in, values: [b]}]}] | [0].matchExpressions[0].operator: must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt (in)
            [{matchExpressions: [{key: a, operator: In}]}] | [0].matchExpressions[0]: values () of operator In must be at least one value
            [{matchExpressions: [{key: a, operator: In, values: b}]}] | [0].matchExpressions[0].values: must be a list (b). Maybe put it in brackets, [b]?
            [{matchExpressions: [{key: a, operator: Gt, values: [many]}]}] | [0].matchExpressions[0]: values (many) of operator Gt must be exactly one value, an integer of 64 bits
            [{matchExpressions: [{key: a b, operator: Exists}]}] | [0].matchExpressions[0]: key (a b) must be a name
            [{matchFields: [{key: metadata.name, operator: In, values: [a, b]}]}] | [0].matchFields[0].values: must have exactly one value (a list of 2)
            [{matchFields: [{key: spec.x, operator: In, values: [a]}]}] | [0].matchFields[0]: key (spec.x) must be metadata.name
            [{matchFields: [{key: metadata.name, operator: Gt, values: [1]}]}] | [0].matchFields[0]: operator (Gt) of a field must be In or NotIn
            """)
    void errorsNameFieldAndValueAndWhatIsAllowed(String terms, String message) {
        assertThatThrownBy(() -> NodeSelectorReader.nodeSelector(Value.of(terms, "pod.yaml")))
                .isInstanceOf(JobspecException.class)
                .hasMessageContaining(message);
    }
}
