package dev.sluice.scheduling.backfill;

import dev.sluice.graph.match.Outcome.Placed;

/// Is told what a pass decides.
public interface PassListener {

    /// The job starts.
    ///
    /// @param job its id
    /// @param isBackfilled whether it starts ahead of an earlier job
    void started(long job, Placed placed, boolean isBackfilled);

    /// The job has a reservation.
    ///
    /// @param job its id
    void planned(long job, Placed placed);
}
