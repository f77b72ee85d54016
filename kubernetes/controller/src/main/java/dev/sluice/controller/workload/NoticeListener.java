package dev.sluice.controller.workload;

import dev.sluice.controller.intake.WorkloadRef;

/// Told of what happens to managed objects, on the engine's thread.
@FunctionalInterface
public interface NoticeListener {
    NoticeListener NONE = (_, _, _, _, _) -> {};

    /// Takes note of what users are told by an Event, or operators only, such as a lost race.
    ///
    /// @param job the number in the queue of the object's job, or of the job that has the pod; 0 if there is none
    /// @param isWarning whether it is something that a user or operator may want to change
    /// @param reason as on an Event: `Released`, `Undone`, `Refused`, `Held`, `Adopted`, `Foreign`, `LostRace`
    void noticed(WorkloadRef object, long job, boolean isWarning, String reason, String message);
}
