package dev.sluice.traces;

/// One job of a workload, as it is known before it is scheduled.
///
/// Times are in seconds, as in the files; unknown values are [#UNKNOWN].
///
/// @param number identifies it within the workload; need not be dense
/// @param name its name in the source, for outputs
/// @param submitSeconds since the start of the workload
/// @param runSeconds its actual run time, unless it is ended earlier
/// @param estimateSeconds the user's estimate: the wall time
/// @param memoryKilobytes requested per processor
/// @param precedingJob the number of the job on whose end the user submitted this one, after [#thinkSeconds]
/// @param labels Batsim's names of the job's workload and profile
public record WorkloadJob(
        long number,
        String name,
        double submitSeconds,
        double runSeconds,
        int processors,
        double estimateSeconds,
        double memoryKilobytes,
        Origin origin,
        long precedingJob,
        double thinkSeconds,
        Labels labels) {

    public static final int UNKNOWN = -1;

    /// Some 130 years. Times in nanoseconds and the sum of any two of them fit a long.
    public static final double SECONDS_MAX = 4e9;

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /// The user, group, executable, queue and partition, by number.
    public record Origin(long user, long group, long executable, long queue, long partition) {
        public static final Origin NOT_KNOWN = new Origin(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);

        public Origin withQueue(long other) {
            return new Origin(user, group, executable, other, partition);
        }
    }

    /// Names that only Batsim's files have; empty elsewhere.
    ///
    /// @param profile the description of the work that the job does
    public record Labels(String workload, String profile) {
        public static final Labels NONE = new Labels("", "");
    }

    /// A job without labels.
    public WorkloadJob(
            long number,
            String name,
            double submitSeconds,
            double runSeconds,
            int processors,
            double estimateSeconds,
            double memoryKilobytes,
            Origin origin,
            long precedingJob,
            double thinkSeconds) {
        this(
                number,
                name,
                submitSeconds,
                runSeconds,
                processors,
                estimateSeconds,
                memoryKilobytes,
                origin,
                precedingJob,
                thinkSeconds,
                Labels.NONE);
    }

    public WorkloadJob {
        requireTime("submit time", submitSeconds);
        requireTime("run time", runSeconds);
        if (processors < 1) {
            throw new IllegalArgumentException("processors (" + processors + ") must be 1 or more");
        }
        if (!(estimateSeconds <= SECONDS_MAX)) {
            throw new IllegalArgumentException("estimate (" + estimateSeconds + ") must be at most " + SECONDS_MAX);
        }
        estimateSeconds = estimateSeconds < 0 ? UNKNOWN : estimateSeconds;
    }

    /// A job with the required values only.
    public static WorkloadJob of(long number, double submitSeconds, double runSeconds, int processors) {
        return new WorkloadJob(
                number,
                Long.toString(number),
                submitSeconds,
                runSeconds,
                processors,
                UNKNOWN,
                UNKNOWN,
                Origin.NOT_KNOWN,
                UNKNOWN,
                UNKNOWN);
    }

    private static void requireTime(String what, double seconds) {
        if (!(seconds >= 0 && seconds <= SECONDS_MAX)) {
            throw new IllegalArgumentException(what + " (" + seconds + ") must be from 0 to " + SECONDS_MAX);
        }
    }

    public boolean hasEstimate() {
        return estimateSeconds >= 0;
    }

    public long submitNanos() {
        return nanos(submitSeconds);
    }

    public long runNanos() {
        return nanos(runSeconds);
    }

    /// Negative if there is no estimate.
    public long estimateNanos() {
        return hasEstimate() ? nanos(estimateSeconds) : UNKNOWN;
    }

    /// Negative if it is not known.
    public long thinkNanos() {
        return thinkSeconds >= 0 ? nanos(thinkSeconds) : UNKNOWN;
    }

    /// Whole seconds stay whole: the fraction is rounded by itself.
    private static long nanos(double seconds) {
        long whole = (long) seconds;
        return whole * NANOS_PER_SECOND + Math.round((seconds - whole) * NANOS_PER_SECOND);
    }

    /// Returns the job with another number, which is also its name.
    public WorkloadJob withNumber(long other) {
        return new WorkloadJob(
                other,
                Long.toString(other),
                submitSeconds,
                runSeconds,
                processors,
                estimateSeconds,
                memoryKilobytes,
                origin,
                precedingJob,
                thinkSeconds);
    }

    public WorkloadJob withSubmit(double seconds) {
        return new WorkloadJob(
                number,
                name,
                seconds,
                runSeconds,
                processors,
                estimateSeconds,
                memoryKilobytes,
                origin,
                precedingJob,
                thinkSeconds,
                labels);
    }

    public WorkloadJob withEstimate(double seconds) {
        return new WorkloadJob(
                number,
                name,
                submitSeconds,
                runSeconds,
                processors,
                seconds,
                memoryKilobytes,
                origin,
                precedingJob,
                thinkSeconds,
                labels);
    }

    public WorkloadJob withOrigin(Origin other) {
        return new WorkloadJob(
                number,
                name,
                submitSeconds,
                runSeconds,
                processors,
                estimateSeconds,
                memoryKilobytes,
                other,
                precedingJob,
                thinkSeconds,
                labels);
    }

    public WorkloadJob withLabels(Labels other) {
        return new WorkloadJob(
                number,
                name,
                submitSeconds,
                runSeconds,
                processors,
                estimateSeconds,
                memoryKilobytes,
                origin,
                precedingJob,
                thinkSeconds,
                other);
    }
}
