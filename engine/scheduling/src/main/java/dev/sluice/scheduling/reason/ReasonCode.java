package dev.sluice.scheduling.reason;

/// Why a job does not run, for programs.
public enum ReasonCode {
    /// The machine cannot satisfy the request, even when empty.
    NEVER_FITS,
    /// The request exceeds a limit even when nothing else runs.
    ABOVE_LIMIT,
    HELD,
    CONDITION_OPEN,
    CONDITION_NEVER_MET,
    /// Running jobs of its queue, user or account use up the limit.
    LIMIT_REACHED,
    /// The request fits only if vertices that are down come back.
    NODES_DOWN,
    /// Its last attempt was lost, and the back-off is not over.
    BACKS_OFF,
    /// Others hold the resources, perhaps without an expected end, or are ahead in the queue.
    RESOURCES
}
