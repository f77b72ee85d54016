package dev.sluice.simulator.drive;

import dev.sluice.runtime.random.Seeds;
import java.util.Optional;

/// What a run does with its workload, beside what the engine decides.
///
/// @param leastRunNanos jobs that take less count as taking so much; 0 leaves all as they are
/// @param startDelayNanos from a decision to start until the job really runs; counts as a part of its wall time
/// @param failures of nodes; empty if none ever fails
/// @param followsPreceding whether a job that names a preceding one is submitted a think time after its end, instead
///     of at its own time
/// @param forecasts whether every job's start is asked for when it is submitted, which costs a plan of the queue
public record SimulationOptions(
        WallTimeSource wallTimes,
        long leastRunNanos,
        long startDelayNanos,
        Optional<Failures> failures,
        boolean forecasts,
        boolean followsPreceding,
        Seeds seeds) {

    /// What becomes of a job on a node that fails.
    public enum OnFailure {
        /// It waits again, where it was in line before.
        REQUEUE,
        /// It is over.
        FAIL
    }

    /// Nodes fail after a time and are back after another, both exponentially distributed with these means.
    public record Failures(long meanTimeBetweenNanos, long meanTimeToRepairNanos, OnFailure onFailure) {
        public Failures {
            if (meanTimeBetweenNanos < 1 || meanTimeToRepairNanos < 1) {
                throw new IllegalArgumentException("mean times (" + meanTimeBetweenNanos + " and "
                        + meanTimeToRepairNanos + " ns) must be positive");
            }
        }
    }

    public static SimulationOptions plain(Estimates estimates, Seeds seeds) {
        return new SimulationOptions(WallTimeSource.of(estimates), 0, 0, Optional.empty(), false, false, seeds);
    }
}
