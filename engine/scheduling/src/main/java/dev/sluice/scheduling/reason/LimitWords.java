package dev.sluice.scheduling.reason;

import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.scheduling.limit.LimitUsage.Excess;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import java.util.Map;

/// Describes limits in sentences.
final class LimitWords {
    private static final double NANOS_PER_SECOND = 1e9;

    private LimitWords() {}

    /// Describes a wall time above the queue's cap.
    static Reason wallTime(QueueRules queue, long wallNanos) {
        double asked = wallNanos / NANOS_PER_SECOND;
        double max = queue.wallTimes().maxNanos().orElseThrow() / NANOS_PER_SECOND;
        return new Reason(
                ReasonCode.ABOVE_LIMIT,
                Map.of(
                        "queue", queue.name(),
                        "what", "wall seconds",
                        "amount", Double.toString(asked),
                        "max", Double.toString(max)),
                "asks for a wall time of %s; the queue %s allows %s at most"
                        .formatted(FluxDuration.encodeSeconds(asked), queue.name(), FluxDuration.encodeSeconds(max)));
    }

    static Reason reason(ReasonCode code, Excess excess) {
        String holder = switch (excess.scope()) {
            case QUEUE -> "the queue " + excess.queue();
            case USER -> "its user in the queue " + excess.queue();
            case ACCOUNT -> "its account in the queue " + excess.queue();
        };
        ResourceAmounts.Exceeded it = excess.exceeded();
        return new Reason(
                code,
                Map.of(
                        "queue", excess.queue(),
                        "scope", excess.scope().name(),
                        "what", it.what(),
                        "amount", Long.toString(it.amount()),
                        "max", Long.toString(it.max())),
                "would bring %s to %d %s of %d allowed".formatted(holder, it.amount(), it.what(), it.max()));
    }
}
