package dev.sluice.simulator.drive;

import java.util.Map;

/// The wall time of jobs without a requested time.
public sealed interface MissingEstimates {

    /// The job's run time, as if its user had known it.
    record RunTime() implements MissingEstimates {}

    /// The same for all jobs.
    record Fixed(long nanos) implements MissingEstimates {
        public Fixed {
            if (nanos < 1) {
                throw new IllegalArgumentException("a wall time of (" + nanos + ") ns must be positive");
            }
        }
    }

    /// The default of the job's queue.
    ///
    /// @param nanosByQueue has every queue of the trace in which a job lacks a requested time
    record QueueDefault(Map<String, Long> nanosByQueue) implements MissingEstimates {
        public QueueDefault {
            nanosByQueue = Map.copyOf(nanosByQueue);
        }
    }
}
