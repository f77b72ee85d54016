package dev.sluice.scheduling;

/// How long a requeued job waits before it may use a place again that failed it: the first back-off, doubled with each
/// further attempt up to a maximum.
///
/// @param firstNanos 0 for no back-off at all: the job may use the same place again at once
public record RetryOptions(long firstNanos, long maxNanos) {

    /// Doubling more often could overflow; the maximum is reached long before.
    private static final int DOUBLINGS_MAX = 30;

    public static final RetryOptions AT_ONCE = new RetryOptions(0, 0);

    /// From ten seconds to ten minutes: a kubelet that refuses a pod has often recovered by then.
    public static final RetryOptions DEFAULT = new RetryOptions(10_000_000_000L, 600_000_000_000L);

    /// Returns the back-off after a number of failed attempts.
    public long backoffNanos(int attempts) {
        if (firstNanos == 0) {
            return 0;
        }
        int doublings = Math.min(Math.max(0, attempts - 1), DOUBLINGS_MAX);
        long most = maxNanos >> doublings;
        return firstNanos >= most ? maxNanos : firstNanos << doublings;
    }
}
