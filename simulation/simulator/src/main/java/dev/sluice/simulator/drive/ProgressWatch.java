package dev.sluice.simulator.drive;

/// Sees how far a run has come, and may stop it.
@FunctionalInterface
public interface ProgressWatch {
    ProgressWatch NONE = _ -> true;

    /// Called now and then.
    ///
    /// @param jobsOver how many jobs are over
    /// @return whether the run goes on
    boolean goesOn(int jobsOver);
}
