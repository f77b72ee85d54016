package dev.sluice.queue;

import dev.sluice.jobspec.Jobspec;
import java.util.List;

/// What somebody wants to have run.
///
/// @param id the submitter's number; no two jobs share one
/// @param wallNanos how long it may run
public record Job(
        long id, Jobspec jobspec, long wallNanos, Owner owner, QueuePriority standing, List<Condition> conditions) {

    /// A hundred years, as for a job without a duration: far beyond it, moments since the epoch in nanoseconds
    /// would no longer add up.
    public static final long WALL_NANOS_MAX = 100L * 365 * 86_400 * 1_000_000_000L;

    public Job {
        conditions = List.copyOf(conditions);
        if (wallNanos < 1 || wallNanos > WALL_NANOS_MAX) {
            throw new IllegalArgumentException(
                    "wall time (" + wallNanos + " ns) of job (" + id + ") is not in 1 to (" + WALL_NANOS_MAX + ")");
        }
    }

    /// A job that waits for what its jobspec depends on.
    public static Job of(long id, Jobspec jobspec, long wallNanos) {
        List<Condition> conditions = jobspec.attributes().system().dependencies().stream()
                .map(Condition::of)
                .toList();
        return new Job(id, jobspec, wallNanos, Owner.NOBODY, QueuePriority.PLAIN, conditions);
    }

    public Job ownedBy(Owner newOwner) {
        return new Job(id, jobspec, wallNanos, newOwner, standing, conditions);
    }

    public Job standingAt(QueuePriority newStanding) {
        return new Job(id, jobspec, wallNanos, owner, newStanding, conditions);
    }

    public Job waitingFor(Condition... newConditions) {
        return new Job(id, jobspec, wallNanos, owner, standing, List.of(newConditions));
    }

    public Job lasting(long newWallNanos) {
        return new Job(id, jobspec, newWallNanos, owner, standing, conditions);
    }
}
