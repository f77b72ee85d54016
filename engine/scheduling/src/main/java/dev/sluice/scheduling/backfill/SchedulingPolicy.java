package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;

/// Decides which waiting jobs start, in the verbs of a [Pass].
///
/// A policy holds no state of its own; what it has promised is among the state's plans. One from outside comes in a jar
/// that names its class in `META-INF/services/dev.sluice.scheduling.backfill.SchedulingPolicy`; the class is public and
/// has a public constructor without parameters. `examples/policy` has one.
public interface SchedulingPolicy {

    /// The name by which users ask for it.
    String name();

    /// Looks at all that has changed since the last pass. Called at every moment at which jobs came, ended or changed.
    void run(Pass pass);

    /// Whether a job may start before another one that is ahead in line.
    default boolean letsOthersGoAhead() {
        return true;
    }

    /// In which order jobs are tried that have no reservation.
    default ScanOrder scanOrder() {
        return ScanOrder.IN_LINE;
    }

    /// A new one for each engine, since it learns.
    default Estimator newEstimator() {
        return Estimator.wallTime();
    }
}
