package dev.sluice.scheduling.drive;

import dev.sluice.runtime.step.Step;

/// Keeps the engine's state in the store from time to time, so that a restart reads few records. A step of the
/// engine's crank.
public final class SnapshotStep implements Step {
    /// Reading so many records takes a restart about a tenth of a second; a snapshot of a large queue costs the engine
    /// about as long.
    public static final long RECORDS_BETWEEN = 20_000;

    private final EngineDriver driver;
    private final long recordsBetween;
    private long lastPosition;

    public SnapshotStep(EngineDriver driver, long recordsBetween) {
        this.driver = driver;
        this.recordsBetween = recordsBetween;
        this.lastPosition = driver.position();
    }

    @Override
    public String name() {
        return "snapshots";
    }

    @Override
    public int work(long nowNanos) {
        if (driver.position() - lastPosition < recordsBetween || !driver.snapshot(nowNanos)) {
            return 0;
        }
        lastPosition = driver.position();
        return 1;
    }
}
