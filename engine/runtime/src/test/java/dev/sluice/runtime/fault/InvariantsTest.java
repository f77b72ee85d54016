package dev.sluice.runtime.fault;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class InvariantsTest {

    @Test
    void aCheckThatHoldsDoesNothing() {
        assertThatCode(() -> Invariants.check(true, "never seen")).doesNotThrowAnyException();
    }

    @Test
    void aBrokenInvariantNamesItsValues() {
        assertThatThrownBy(() -> Invariants.check(false, "lost"))
                .isInstanceOf(InvariantViolation.class)
                .hasMessage("lost");
        assertThatThrownBy(() -> Invariants.check(false, "cores (%d)", 3)).hasMessage("cores (3)");
        assertThatThrownBy(() -> Invariants.check(false, "from (%d) to (%d)", 3, 4))
                .hasMessage("from (3) to (4)");
        assertThatThrownBy(() -> Invariants.check(false, "node (%s)", "a1")).hasMessage("node (a1)");
    }
}
