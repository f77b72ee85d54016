package dev.sluice.simulator.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FairnessTest {

    @Test
    void equalValuesAreFair() {
        assertThat(Fairness.jainIndex(new double[] {3, 3, 3})).isEqualTo(1);
        assertThat(Fairness.gini(new double[] {3, 3, 3})).isZero();
        assertThat(Fairness.gini(new double[] {0, 0})).isZero();
    }

    @Test
    void oneUserWithEverythingIsTheExtreme() {
        assertThat(Fairness.jainIndex(new double[] {0, 0, 0, 8})).isEqualTo(0.25);
        assertThat(Fairness.gini(new double[] {0, 8, 0, 0})).isCloseTo(0.75, within(1e-12));
    }

    @Test
    void noUsersHaveNoIndex() {
        assertThat(Fairness.jainIndex(new double[0])).isNaN();
        assertThat(Fairness.gini(new double[0])).isNaN();
    }
}
