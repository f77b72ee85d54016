package dev.sluice.simulator.result;

/// The final state of a job. All but the last are Batsim's.
public enum FinalState {
    COMPLETED_SUCCESSFULLY,
    COMPLETED_FAILED,
    COMPLETED_WALLTIME_REACHED,
    COMPLETED_KILLED,
    REJECTED,
    /// Still waiting or running when the run was stopped.
    UNFINISHED
}
