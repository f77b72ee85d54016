package dev.sluice.scheduling.predict;

import dev.sluice.queue.Job;

/// How long a job is taken to run when others are planned around it.
public interface Estimator {

    /// How long the job is taken to run when it is submitted.
    ///
    /// @param user the job's user, as the table numbers it
    /// @return at most the job's wall time
    long estimateNanos(Job job, int user);

    /// Called whenever a job of the user has run to its end.
    void ran(int user, long runNanos);

    /// How long a job is taken to run when it has outlived what was estimated.
    ///
    /// @param estimateNanos what was estimated at its submission
    /// @param elapsedNanos how long it has run
    /// @return more than elapsed, unless the wall time is reached
    long correctedNanos(Job job, long estimateNanos, long elapsedNanos);

    /// Takes the submitter at their word.
    static Estimator wallTime() {
        return new WallTime();
    }

    /// As the submitter says; a job that outlives it has reached its wall time.
    final class WallTime implements Estimator {
        private WallTime() {}

        @Override
        public long estimateNanos(Job job, int user) {
            return job.wallNanos();
        }

        @Override
        public void ran(int user, long runNanos) {}

        @Override
        public long correctedNanos(Job job, long estimateNanos, long elapsedNanos) {
            return job.wallNanos();
        }
    }
}
