package dev.sluice.graph.match;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MatchPolicyTest {

    @Test
    void namesAreReadInAnyCase() {
        assertThat(MatchPolicy.named("LoNode")).hasValueSatisfying(policy -> {
            assertThat(policy.nodeCentric()).isTrue();
            assertThat(policy.highFirst()).isFalse();
        });
    }

    @Test
    void unknownNamesAreRefused() {
        assertThat(MatchPolicy.named("nearest")).isEmpty();
    }
}
