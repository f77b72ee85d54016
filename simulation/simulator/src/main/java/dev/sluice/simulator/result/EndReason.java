package dev.sluice.simulator.result;

/// Why a job did not succeed.
///
/// @param kind the category by which such jobs are counted; empty if there is no reason
/// @param sentence with the job's own figures
public record EndReason(String kind, String sentence) {
    public static final EndReason NONE = new EndReason("", "");

    /// A reason that is the same for all jobs.
    public static EndReason of(String sentence) {
        return new EndReason(sentence, sentence);
    }
}
