package dev.sluice.simulator.result;

/// How a job ended. All but the last are Batsim's, spelled as Batsim spells them.
public enum FinalState {
    COMPLETED_SUCCESSFULLY,
    COMPLETED_FAILED,
    COMPLETED_WALLTIME_REACHED,
    COMPLETED_KILLED,
    REJECTED,
    /// Still waiting or running when the run was stopped.
    UNFINISHED
}
