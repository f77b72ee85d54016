package dev.sluice.scheduling.reason;

import dev.sluice.queue.image.JobTable;
import java.util.Map;

/// Describes the wait for a job's next attempt in sentences.
final class RetryWords {
    private RetryWords() {}

    /// It waits wherever there is room.
    static Reason waits(JobTable table, int job) {
        return reason(table, job, "waits a while, as attempt " + table.lostCount(job) + " was lost");
    }

    /// It would fit on the nodes that failed it.
    static Reason avoids(JobTable table, int job) {
        return reason(
                table,
                job,
                "avoids the nodes that failed attempt " + table.lostCount(job) + " for a while, and fits on no others");
    }

    private static Reason reason(JobTable table, int job, String sentence) {
        Map<String, String> parameters = Map.of(
                "attempt", Integer.toString(table.lostCount(job)), "until", Long.toString(table.retryNanos(job)));
        return new Reason(ReasonCode.BACKS_OFF, parameters, sentence);
    }
}
