package dev.sluice.scheduling.predict;

import dev.sluice.queue.Job;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/// The prediction of EASY++ (Tsafrir, Etsion and Feitelson 2007): the average of the user's last two run times, in
/// whole seconds, at most the wall time. A job that exceeds its prediction gets more time in growing steps. Work that
/// never ends by itself is not predicted.
public final class RecentRuns implements Estimator {
    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long UNKNOWN = -1;

    /// The successive corrections, added to the first prediction.
    private static final long[] STEPS = {
        MINUTE,
        5 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        5 * HOUR,
        10 * HOUR,
        20 * HOUR,
        50 * HOUR,
        100 * HOUR
    };

    /// Each user's last run time.
    private long[] last = filled(64);
    private long[] secondLast = filled(64);

    @Override
    public long estimateNanos(Job job, int user) {
        boolean isService = job.wallNanos() == Job.WALL_NANOS_MAX;
        if (isService || user >= last.length || secondLast[user] == UNKNOWN) {
            return job.wallNanos();
        }
        long meanSeconds = (last[user] + secondLast[user]) / 2 / SECOND;
        return Math.min(job.wallNanos(), Math.max(SECOND, meanSeconds * SECOND));
    }

    @Override
    public void ran(int user, long runNanos) {
        if (user >= last.length) {
            int old = last.length;
            int capacity = Math.max(user + 1, 2 * old);
            last = Arrays.copyOf(last, capacity);
            secondLast = Arrays.copyOf(secondLast, capacity);
            Arrays.fill(last, old, capacity, UNKNOWN);
            Arrays.fill(secondLast, old, capacity, UNKNOWN);
        }
        secondLast[user] = last[user];
        last[user] = runNanos;
    }

    @Override
    public void forEachUser(BiConsumer<Integer, List<Long>> visitor) {
        for (int user = 0; user < last.length; user++) {
            if (secondLast[user] != UNKNOWN) {
                visitor.accept(user, List.of(secondLast[user], last[user]));
            } else if (last[user] != UNKNOWN) {
                visitor.accept(user, List.of(last[user]));
            }
        }
    }

    @Override
    public long correctedNanos(Job job, long estimateNanos, long elapsedNanos) {
        for (long step : STEPS) {
            if (estimateNanos + step > elapsedNanos) {
                return Math.min(job.wallNanos(), estimateNanos + step);
            }
        }
        return job.wallNanos();
    }

    private static long[] filled(int length) {
        long[] values = new long[length];
        Arrays.fill(values, UNKNOWN);
        return values;
    }
}
