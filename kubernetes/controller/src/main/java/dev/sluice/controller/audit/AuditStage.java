package dev.sluice.controller.audit;

/// What an audit is doing.
///
/// @param nodesVersion while [Doing#WAITING], the version that the watch of nodes has to pass; else 0
/// @param podsVersion while [Doing#WAITING], the version that the watches of pods have to pass; else 0
public record AuditStage(Doing doing, long nodesVersion, long podsVersion) {

    /// The stages in their order.
    public enum Doing {
        /// The next audit is not due.
        RESTING,
        /// The informers have not listed the cluster yet.
        SYNCING,
        /// The cluster is being listed.
        LISTING,
        /// The watches have not passed the lists' versions yet.
        WAITING,
        /// The lists are being compared with what the engine knew.
        COMPARING
    }

    static AuditStage of(Doing doing) {
        return new AuditStage(doing, 0, 0);
    }
}
