package dev.sluice.queue;

import dev.sluice.jobspec.Jobspec;
import java.util.List;
import java.util.Optional;

/// A submitted job.
///
/// @param id the job's number, unique
/// @param wallNanos how long it may run
/// @param parts the parts that may come and go while it runs
public record Job(
        long id,
        Jobspec jobspec,
        long wallNanos,
        Owner owner,
        QueuePriority queuePriority,
        List<Condition> conditions,
        Optional<JobParts> parts) {

    /// A hundred years, the wall time of a job that never ends by itself, such as a service. Much more would overflow
    /// nanoseconds since the epoch.
    public static final long WALL_NANOS_MAX = 100L * 365 * 86_400 * 1_000_000_000L;

    /// The wall time of a job that ends by itself at an unknown time. It is never stopped.
    public static final long WALL_NANOS_UNKNOWN = WALL_NANOS_MAX - 1;

    public Job {
        conditions = List.copyOf(conditions);
        if (wallNanos < 1 || wallNanos > WALL_NANOS_MAX) {
            throw new IllegalArgumentException(
                    "wall time (" + wallNanos + " ns) of job (" + id + ") is not in 1 to (" + WALL_NANOS_MAX + ")");
        }
    }

    /// Returns whether the job is stopped when its wall time is over.
    public boolean hasWallTime() {
        return wallNanos < WALL_NANOS_UNKNOWN;
    }

    /// Creates a job with the conditions of its jobspec.
    public static Job of(long id, Jobspec jobspec, long wallNanos) {
        List<Condition> conditions = jobspec.attributes().system().dependencies().stream()
                .map(Condition::of)
                .toList();
        return new Job(id, jobspec, wallNanos, Owner.NONE, QueuePriority.PLAIN, conditions, Optional.empty());
    }

    public Job ownedBy(Owner newOwner) {
        return new Job(id, jobspec, wallNanos, newOwner, queuePriority, conditions, parts);
    }

    public Job withQueuePriority(QueuePriority newQueuePriority) {
        return new Job(id, jobspec, wallNanos, owner, newQueuePriority, conditions, parts);
    }

    public Job waitingFor(Condition... newConditions) {
        return new Job(id, jobspec, wallNanos, owner, queuePriority, List.of(newConditions), parts);
    }

    public Job lasting(long newWallNanos) {
        return new Job(id, jobspec, newWallNanos, owner, queuePriority, conditions, parts);
    }

    public Job withParts(JobParts newParts) {
        return new Job(id, jobspec, wallNanos, owner, queuePriority, conditions, Optional.of(newParts));
    }
}
