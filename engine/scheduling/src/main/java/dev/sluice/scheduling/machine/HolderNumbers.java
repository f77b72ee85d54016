package dev.sluice.scheduling.machine;

/// The numbers that holders have in the graph, which knows them by nothing else.
///
/// A job has its index in the table of jobs, from 0 on, and everything else a negative number that is given once. So a
/// job's index is found without a look-up, and no number stands for two holders. Only this class looks at the sign.
public final class HolderNumbers {
    private long lastOther;

    /// Returns whether the number is a job's.
    public static boolean isJob(long number) {
        return number >= 0;
    }

    /// Returns the index of the job with this number.
    public static int job(long number) {
        return Math.toIntExact(number);
    }

    /// Returns a number for a holder that is no job.
    long next() {
        return --lastOther;
    }
}
