package dev.sluice.scheduling.reason;

import dev.sluice.scheduling.limit.Amounts;
import dev.sluice.scheduling.limit.LimitBook.Excess;
import java.util.Map;

/// Limits as sentences.
final class LimitWords {
    private LimitWords() {}

    static Reason reason(ReasonCode code, Excess excess) {
        String whose = switch (excess.scope()) {
            case QUEUE -> "the queue " + excess.queue();
            case USER -> "its user in the queue " + excess.queue();
            case ACCOUNT -> "its account in the queue " + excess.queue();
        };
        Amounts.Exceeded it = excess.exceeded();
        return new Reason(
                code,
                Map.of(
                        "queue", excess.queue(),
                        "scope", excess.scope().name(),
                        "what", it.what(),
                        "amount", Long.toString(it.amount()),
                        "max", Long.toString(it.max())),
                "would bring %s to %d %s of %d allowed".formatted(whose, it.amount(), it.what(), it.max()));
    }
}
