package dev.sluice.simulator.drive;

/// Observes the progress of a run, and may stop it.
@FunctionalInterface
public interface ProgressWatch {
    ProgressWatch NONE = _ -> true;

    /// Called from time to time.
    ///
    /// @param jobsOver the number of jobs that have ended
    /// @return whether the run continues
    boolean goesOn(int jobsOver);
}
