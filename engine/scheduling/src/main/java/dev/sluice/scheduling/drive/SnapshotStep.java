package dev.sluice.scheduling.drive;

import dev.sluice.runtime.step.Step;

/// Keeps the engine's state in the store from time to time, so that a restart reads few records. A step of the
/// engine's crank.
///
/// Records count from the latest snapshot, not from the start of the process: a scheduler that restarts often would
/// never take one.
public final class SnapshotStep implements Step {
    /// Reading so many records takes a restart about a tenth of a second; a snapshot of a large queue costs the engine
    /// about as long.
    public static final long RECORDS_BETWEEN = 20_000;

    private final EngineDriver driver;
    private final long recordsBetween;

    public SnapshotStep(EngineDriver driver, long recordsBetween) {
        this.driver = driver;
        this.recordsBetween = recordsBetween;
    }

    @Override
    public String name() {
        return "snapshots";
    }

    @Override
    public int work(long nowNanos) {
        return driver.recordsSinceSnapshot() >= recordsBetween && driver.snapshot(nowNanos) ? 1 : 0;
    }
}
