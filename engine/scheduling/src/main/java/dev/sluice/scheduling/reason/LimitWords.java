package dev.sluice.scheduling.reason;

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
        return new Reason(
                code,
                Map.of("queue", excess.queue(), "scope", excess.scope().name(), "amount", excess.amount()),
                "would bring " + whose + " to " + excess.amount() + " allowed");
    }
}
