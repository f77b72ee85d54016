package dev.sluice.scheduling.predict;

import dev.sluice.queue.Job;
import java.util.List;
import java.util.function.BiConsumer;

/// Predicts run times for planning.
public interface Estimator {

    /// Predicts the job's run time at submission.
    ///
    /// @param user the number of the job's user in the job table
    /// @return at most the job's wall time
    long estimateNanos(Job job, int user);

    /// Learns from a completed run of the user.
    void ran(int user, long runNanos);

    /// Visits what was learned of each user: the last run times, the latest last. Learning them in this order gives
    /// the same predictions.
    void forEachUser(BiConsumer<Integer, List<Long>> visitor);

    /// Corrects the prediction of a job that has exceeded it.
    ///
    /// @param estimateNanos the prediction at submission
    /// @param elapsedNanos the run time so far
    /// @return more than the elapsed time, unless the wall time is reached
    long correctedNanos(Job job, long estimateNanos, long elapsedNanos);

    /// Returns the estimator that uses the requested wall time.
    static Estimator wallTime() {
        return new WallTime();
    }

    /// Uses the requested wall time; a job that exceeds it has reached its limit.
    final class WallTime implements Estimator {
        private WallTime() {}

        @Override
        public long estimateNanos(Job job, int user) {
            return job.wallNanos();
        }

        @Override
        public void ran(int user, long runNanos) {}

        @Override
        public void forEachUser(BiConsumer<Integer, List<Long>> visitor) {}

        @Override
        public long correctedNanos(Job job, long estimateNanos, long elapsedNanos) {
            return job.wallNanos();
        }
    }
}
