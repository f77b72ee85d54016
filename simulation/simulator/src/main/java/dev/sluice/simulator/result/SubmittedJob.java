package dev.sluice.simulator.result;

/// A job at its submission.
///
/// @param number unique within the workload
/// @param name its name in the workload, if it differs from its number; otherwise empty
/// @param workload the workload that it is from
/// @param profile the name of its work in the workload; empty if there is none
/// @param submitNanos since the run's beginning
/// @param resources the number requested
/// @param wallTimeNanos the wall time; [RunResult#NEVER] if there is none
public record SubmittedJob(
        long number,
        String name,
        String workload,
        String profile,
        long submitNanos,
        int resources,
        long wallTimeNanos,
        Owner owner) {

    /// The job's user, group and queue; empty if unknown.
    public record Owner(String user, String group, String queue) {
        public static final Owner UNKNOWN = new Owner("", "", "");
    }

    public SubmittedJob {
        if (submitNanos < 0) {
            throw new IllegalArgumentException("job (" + number + ") is submitted at (" + submitNanos + ")");
        }
        if (resources < 0) {
            throw new IllegalArgumentException("job (" + number + ") asks for (" + resources + ") resources");
        }
    }
}
