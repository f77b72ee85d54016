package dev.sluice.simulator.result;

/// A job as it enters a run.
///
/// @param number unique within the workload
/// @param name how the workload calls it, if not by its number; otherwise empty
/// @param workload which of the run's workloads it came from
/// @param profile what the workload calls the work that it does; empty if it has no name
/// @param submitNanos since the run's beginning
/// @param resources how many it asks for
/// @param wallTimeNanos the most it may run; [RunResult#NEVER] if it may run for ever
public record SubmittedJob(
        long number,
        String name,
        String workload,
        String profile,
        long submitNanos,
        int resources,
        long wallTimeNanos,
        Owner owner) {

    /// Who submitted it, and to where; empty where the workload does not say.
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
