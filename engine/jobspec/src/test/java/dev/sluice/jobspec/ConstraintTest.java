package dev.sluice.jobspec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sluice.jobspec.pod.LabelRequirement;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SelectorOperator;
import dev.sluice.jobspec.set.Idset;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConstraintTest {
    private static final Node NODE = new Node(Set.of("gpu", "fast"), "node07", 7);

    private record Node(Set<String> properties, String hostname, long rank) implements NodeFacts {
        @Override
        public boolean hasProperty(String name) {
            return properties.contains(name);
        }

        @Override
        public Optional<String> label(String key) {
            return properties.contains(key) ? Optional.of("") : Optional.empty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void allPropertiesAreNeededAndACaretForbids(Dialect dialect) {
        assertThat(properties("gpu", "fast").matches(NODE, dialect)).isTrue();
        assertThat(properties("gpu", "big").matches(NODE, dialect)).isFalse();
        assertThat(properties("gpu", "^big").matches(NODE, dialect)).isTrue();
        assertThat(properties("^gpu").matches(NODE, dialect)).isFalse();
        assertThat(properties().matches(NODE, dialect)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void hostsAndRanksAreLookedUp(Dialect dialect) {
        assertThat(hosts("node[01-09]").matches(NODE, dialect)).isTrue();
        assertThat(hosts("node[1-9]").matches(NODE, dialect)).isFalse();
        assertThat(new Constraint.Ranks(Idset.parse("0-7")).matches(NODE, dialect))
                .isTrue();
        assertThat(new Constraint.Ranks(Idset.parse("0-6")).matches(NODE, dialect))
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void constraintsCombine(Dialect dialect) {
        Constraint yes = properties("gpu");
        Constraint no = properties("big");

        assertThat(new Constraint.And(List.of(yes, no)).matches(NODE, dialect)).isFalse();
        assertThat(new Constraint.And(List.of(yes, yes)).matches(NODE, dialect)).isTrue();
        assertThat(new Constraint.Or(List.of(no, yes)).matches(NODE, dialect)).isTrue();
        assertThat(new Constraint.Or(List.of(no, no)).matches(NODE, dialect)).isFalse();
        assertThat(new Constraint.Not(List.of(no)).matches(NODE, dialect)).isTrue();
        assertThat(new Constraint.Not(List.of(yes)).matches(NODE, dialect)).isFalse();
        assertThat(new Constraint.Not(List.of(yes, no)).matches(NODE, dialect)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void oneTermOfANodeSelectorIsEnough(Dialect dialect) {
        NodeSelectorTerm yes = NodeSelectorTerm.of(exists("gpu"), exists("fast"));
        NodeSelectorTerm no = NodeSelectorTerm.of(exists("gpu"), exists("big"));

        assertThat(new Constraint.NodeSelector(List.of(no, yes)).matches(NODE, dialect))
                .isTrue();
        assertThat(new Constraint.NodeSelector(List.of(no, no)).matches(NODE, dialect))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Constraint.NodeSelector(List.of()))
                .withMessage("nodeSelectorTerms () must have at least one term");
    }

    private static LabelRequirement exists(String key) {
        return new LabelRequirement(key, SelectorOperator.EXISTS, List.of());
    }

    @ParameterizedTest
    @EnumSource
    void emptyAndMatchesAllAndEmptyNotMatchesNone(Dialect dialect) {
        assertThat(Constraint.ANY.matches(NODE, dialect)).isTrue();
        assertThat(new Constraint.Not(List.of()).matches(NODE, dialect)).isFalse();
    }

    @Test
    void theDialectsDifferOnTheEmptyOr() {
        Constraint nothing = new Constraint.Or(List.of());

        assertThat(nothing.matches(NODE, Dialect.RFC)).isTrue();
        assertThat(nothing.matches(NODE, Dialect.FLUX_SCHED)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a!", "a&b", "'a", "a\"", "a^b", "^^a", "a`", "a|b", "(a", "a)", "", "^"})
    void reservedCharactersAreRefused(String name) {
        assertThatIllegalArgumentException().isThrownBy(() -> properties(name)).withMessageContaining(name);
    }

    private static Constraint properties(String... names) {
        return new Constraint.Properties(List.of(names));
    }

    private static Constraint hosts(String hosts) {
        return new Constraint.Hostlist(dev.sluice.jobspec.set.Hostlist.parse(hosts));
    }
}
