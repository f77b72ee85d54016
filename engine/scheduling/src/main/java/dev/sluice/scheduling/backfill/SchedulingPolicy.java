package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;

/// Decides which waiting jobs start, using the methods of a [Pass].
///
/// A policy has no state of its own; its reservations are part of the engine's state. A plug-in is a jar that names
/// its class in `META-INF/services/dev.sluice.scheduling.backfill.SchedulingPolicy`; the class is public and has a
/// public constructor without parameters. `examples/policy` has an example.
public interface SchedulingPolicy {

    /// Returns the name under which users select the policy.
    String name();

    /// Handles all changes since the last pass. Called at each instant at which jobs arrived, ended or changed.
    void run(Pass pass);

    /// Returns whether a job may start before an earlier one, that is, whether the policy backfills.
    default boolean backfills() {
        return true;
    }

    /// Returns the order in which jobs without a reservation are tried.
    default ScanOrder scanOrder() {
        return ScanOrder.IN_LINE;
    }

    /// Returns a new estimator; each engine needs its own, since estimators learn.
    default Estimator newEstimator() {
        return Estimator.wallTime();
    }
}
