package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.Machine;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AdmissionsTest {
    private static final Taint GPU = new Taint("gpu", "", TaintEffect.NO_SCHEDULE);
    private static final Toleration TOLERATES_GPU =
            new Toleration(Optional.of("gpu"), Toleration.Operator.EXISTS, "", Optional.empty());

    private final ResourceGraph graph = Machine.ofNodes(3).build();
    private final Admissions admissions = new Admissions(graph);

    @Test
    void equalConstraintsAndTolerationsShareOneAdmission() {
        assertThat(admissions.of(inZone("a"), List.of(TOLERATES_GPU)))
                .isSameAs(admissions.of(inZone("a"), List.of(TOLERATES_GPU)))
                .isNotSameAs(admissions.of(inZone("a"), List.of()))
                .isNotSameAs(admissions.of(inZone("b"), List.of(TOLERATES_GPU)))
                .isNotSameAs(admissions.of(null, List.of(TOLERATES_GPU)));
    }

    @Test
    void aReaderThatIsFarBehindStartsAnew() {
        Admission admission = admissions.of(inZone("a"), List.of());
        admission.catchUp();
        for (int i = 0; i < 10_000; i++) {
            graph.setProperty(2, "zone", i % 2 == 0 ? "a" : "b");
        }
        graph.setProperty(1, "zone", "a");
        assertThat(graph.nodeChanges().remembers(0)).isFalse();

        admission.catchUp();

        assertThat(admission.eligibility().admits(1)).isTrue();
        assertThat(admission.eligibility().admits(2)).isFalse();
        assertThat(admission.eligibility().admits(3)).isFalse();
    }

    @Test
    void onlyATaintIsNamedAsTheObstacle() {
        graph.setTaints(1, List.of(GPU));
        graph.setTaints(2, List.of(GPU));
        graph.setProperty(1, "zone", "a");
        Admission admission = admissions.of(inZone("a"), List.of());
        admission.catchUp();

        assertThat(admission.onlyObstacle(1)).contains(GPU);
        assertThat(admission.onlyObstacle(2)).isEmpty();
    }

    @Test
    void withoutTaintsAndConstraintsAllNodesAreAdmitted() {
        Admission admission = admissions.of(null, List.of());
        admission.catchUp();
        assertThat(admission.eligibility().admitsAll()).isTrue();

        graph.setTaints(1, List.of(GPU));
        admission.catchUp();
        assertThat(admission.eligibility().admits(1)).isFalse();

        graph.setTaints(1, List.of());
        admission.catchUp();
        assertThat(admission.eligibility().admitsAll()).isTrue();
    }

    private static Constraint inZone(String zone) {
        return new Constraint.NodeSelector(
                List.of(NodeSelectorTerm.of(new LabelRequirement("zone", SelectorOperator.IN, List.of(zone)))));
    }
}
