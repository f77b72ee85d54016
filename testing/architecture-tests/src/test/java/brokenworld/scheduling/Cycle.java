package brokenworld.scheduling;

import org.assertj.core.api.Assertions;

/// Knows a library that it must not know.
public final class Cycle {
    private Cycle() {}

    public static void check(boolean holds) {
        Assertions.assertThat(holds).isTrue();
    }
}
