package dev.sluice.kube.cluster;

import dev.sluice.runtime.step.ThreadCrank;
import org.jspecify.annotations.Nullable;

/// A wake-up call that is connected to its crank later.
final class DeferredWake {
    private volatile @Nullable ThreadCrank crank;

    void wakes(ThreadCrank made) {
        crank = made;
    }

    void now() {
        ThreadCrank there = crank;
        if (there != null) {
            there.wake();
        }
    }
}
