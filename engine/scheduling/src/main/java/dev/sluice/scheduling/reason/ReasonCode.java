package dev.sluice.scheduling.reason;

/// Why a job does not run, for programs.
public enum ReasonCode {
    /// There is no such place on the machine, be it ever so empty.
    NEVER_FITS,
    /// It asks for more than a limit allows in all.
    ABOVE_LIMIT,
    HELD,
    CONDITION_OPEN,
    CONDITION_IN_VAIN,
    /// Others of its queue, user or account have too much at the moment.
    LIMIT_REACHED,
    /// There would be a place if nothing were down.
    NODES_DOWN,
    /// Others are ahead of it, or in its place.
    RESOURCES
}
