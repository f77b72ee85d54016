package dev.sluice.queue.record;

import dev.sluice.queue.EndCause;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.StopReason;
import java.util.List;
import java.util.Optional;

/// A persisted fact. Times are in nanoseconds; jobs are named by their id.
public sealed interface QueueRecord {
    long timeNanos();

    /// A record about a known job.
    sealed interface OfJob extends QueueRecord {
        long job();
    }

    /// A record about a user, a node or a window. What the cluster reports about its nodes is not recorded: it
    /// reports it again.
    sealed interface OfMachine extends QueueRecord {}

    /// The job was submitted.
    ///
    /// @param estimateNanos the estimated run time: the wall time, or a prediction
    record Submitted(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    /// The submitted job can never run.
    record Refused(long job, String why, long timeNanos) implements OfJob {}

    /// The job's wall time, queue, priority or conditions have changed.
    record Changed(Job job, long estimateNanos, long timeNanos) implements QueueRecord {}

    /// The job must not start until it is released.
    ///
    /// @param why for people, if it is known
    record Held(long job, Optional<String> why, long timeNanos) implements OfJob {
        public Held(long job, long timeNanos) {
            this(job, Optional.empty(), timeNanos);
        }
    }

    record Released(long job, long timeNanos) implements OfJob {}

    /// The job's begin time has come.
    record BeginReached(long job, long timeNanos) implements OfJob {}

    /// The job has a reservation, which may still move.
    record Planned(long job, Span span, List<Share> shares, long timeNanos) implements OfJob {
        public Planned {
            shares = List.copyOf(shares);
        }
    }

    record PlanDropped(long job, long timeNanos) implements OfJob {}

    /// The job has its allocation and starts.
    ///
    /// @param endNanos the expected end
    /// @param backfilled whether it started ahead of an earlier job
    record Started(long job, long endNanos, List<Share> shares, boolean backfilled, long timeNanos) implements OfJob {
        public Started {
            shares = List.copyOf(shares);
        }
    }

    /// The job runs: the driver has confirmed its start.
    ///
    /// @param endNanos the expected end from now on
    record Confirmed(long job, long endNanos, long timeNanos) implements OfJob {}

    /// The job is told to stop. It holds its resources until its end is reported.
    ///
    /// @param endNanos the expected end
    record Stopping(long job, StopReason why, long endNanos, long timeNanos) implements OfJob {}

    /// The running job got more resources.
    ///
    /// @param parts how many parts came
    record Extended(long job, int parts, List<Share> shares, long timeNanos) implements OfJob {
        public Extended {
            shares = List.copyOf(shares);
        }
    }

    /// The running job released some of its resources: parts of it have ended.
    ///
    /// @param parts how many parts went
    /// @param why for people, if they did not just end: their node takes no more, or has failed them
    record Reduced(long job, int parts, List<Share> shares, Optional<String> why, long timeNanos) implements OfJob {
        public Reduced {
            shares = List.copyOf(shares);
        }

        public Reduced(long job, int parts, List<Share> shares, long timeNanos) {
            this(job, parts, shares, Optional.empty(), timeNanos);
        }
    }

    /// The running job wants more parts, for which there may be no room yet. Replaces what it wanted before; parts that
    /// it gets count against it.
    ///
    /// @param parts how many; 0 for none
    record PartsWanted(long job, int parts, long timeNanos) implements OfJob {}

    /// A node has failed a part of the job, which gets no more parts there for a while; or the job, waiting or running,
    /// gets no place there until a later record says so.
    ///
    /// @param failures how many of the job's parts it has failed so far; 0 if the job may use the node again
    /// @param untilNanos the highest number if only a later record ends it
    record NodeAvoided(long job, String node, int failures, long untilNanos, long timeNanos) implements OfJob {}

    /// The job's expected end has changed.
    record EndMoved(long job, long endNanos, long timeNanos) implements OfJob {}

    /// The job is past its expected end and its resources count as free, although its end has not been reported.
    record Vacated(long job, long timeNanos) implements OfJob {}

    /// The job lost its resources through no fault of its own; it waits again at its old position.
    ///
    /// @param attempt the number of the attempt that was lost, from 1
    /// @param retryNanos when the back-off is over; the time of the record if there is none
    /// @param failedOn the names of the nodes that failed the job, or do not suit it; it avoids them during the
    ///     back-off, and also later if it fits elsewhere. Without any, it waits until the back-off is over.
    /// @param why what has happened, for people, if it is known
    record Requeued(long job, int attempt, long retryNanos, List<String> failedOn, Optional<String> why, long timeNanos)
            implements OfJob {
        public Requeued {
            failedOn = List.copyOf(failedOn);
        }

        public Requeued(long job, int attempt, long retryNanos, List<String> failedOn, long timeNanos) {
            this(job, attempt, retryNanos, failedOn, Optional.empty(), timeNanos);
        }
    }

    /// The cluster shows more attempts than the records: it has gone on after the database's backup was made. The next
    /// attempt has the number after these.
    record AttemptsSeen(long job, int attempts, long timeNanos) implements OfJob {}

    /// The back-off of a requeued job is over.
    record RetryReached(long job, long timeNanos) implements OfJob {}

    /// The job has ended.
    ///
    /// @param how a final state
    /// @param cause why, if it is known
    record Ended(long job, JobState how, Optional<EndCause> cause, long timeNanos) implements OfJob {
        public Ended(long job, JobState how, long timeNanos) {
            this(job, how, Optional.empty(), timeNanos);
        }
    }

    /// All that is known of a job, in a snapshot.
    ///
    /// @param times in nanoseconds, or -1: submitted, first reserved start, started, confirmed, ended or
    ///     expected end, end of
    ///     the back-off
    /// @param lost how many runs were lost
    /// @param partsChanged by how many parts the running job has grown
    /// @param stop why it is being stopped
    /// @param planned when its reservation begins and ends
    /// @param shares what it holds or has reserved
    record Restored(
            Job job,
            JobState state,
            long estimateNanos,
            List<Long> times,
            int lost,
            List<String> failedOn,
            int partsChanged,
            boolean backfilled,
            boolean due,
            Optional<StopReason> stop,
            Optional<Span> planned,
            List<Share> shares,
            long timeNanos)
            implements QueueRecord {
        public Restored {
            times = List.copyOf(times);
            failedOn = List.copyOf(failedOn);
            shares = List.copyOf(shares);
        }
    }

    /// How a job ended that is not kept any more; in a snapshot.
    ///
    /// @param started whether it ever ran
    record Finished(long id, JobState how, boolean started, long timeNanos) implements OfMachine {}

    /// How long the user's last jobs ran, the latest last; in a snapshot.
    record RecentRuns(String user, List<Long> runsNanos, long timeNanos) implements OfMachine {
        public RecentRuns {
            runsNanos = List.copyOf(runsNanos);
        }
    }

    /// A node's failure score at this time; in a snapshot.
    record FailureScore(String node, double score, long timeNanos) implements OfMachine {}

    /// A node failed too many jobs and takes none until this time.
    ///
    /// @param node its name; its full path if others have the same name
    record Quarantined(String node, long untilNanos, long timeNanos) implements OfMachine {}

    record QuarantineEnded(String node, long timeNanos) implements OfMachine {}

    /// No job may run on these resources in this time.
    ///
    /// @param id the window's identity
    /// @param name for people
    record WindowEntered(String id, String name, List<Share> shares, Span span, long timeNanos) implements OfMachine {
        public WindowEntered {
            shares = List.copyOf(shares);
        }
    }

    /// The window has ended or was deleted.
    record WindowLeft(String id, long timeNanos) implements OfMachine {}

    /// A half-open interval of time.
    record Span(long startNanos, long endNanos) {
        public Span {
            if (startNanos < 0 || endNanos <= startNanos) {
                throw new IllegalArgumentException(
                        "start (" + startNanos + ") must not be negative, and end (" + endNanos + ") must be after it");
            }
        }
    }
}
