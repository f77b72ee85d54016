package dev.sluice.kube.cluster;

import dev.sluice.runtime.step.ThreadCrank;
import org.jspecify.annotations.Nullable;

/// Wakes a crank that is made after those who wake it.
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
