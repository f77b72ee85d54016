package dev.sluice.scheduling.backfill;

import dev.sluice.scheduling.order.ScanOrder;
import dev.sluice.scheduling.predict.Estimator;

/// Who goes. A policy holds no state of its own; what it has promised is among the state's plans.
public interface SchedulingPolicy {

    /// The name by which users ask for it.
    String name();

    /// Looks at all that has changed since the last pass.
    void run(Pass pass);

    /// Whether somebody may start before another one who is ahead in line.
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
