package dev.sluice.kube.event;

import dev.sluice.runtime.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Limits the number of events like client-go's EventCorrelator.
///
/// A repeated event increments the count of the existing one. From the tenth different message on, events of one object
/// and reason are combined into one. A source may record [#BURST] events of an object at once, then one more every five
/// minutes.
final class EventCorrelator {
    /// From this number of similar messages on they are combined.
    private static final int SIMILAR_MAX = 10;

    private static final long SIMILAR_NANOS = 600 * Clock.NANOS_PER_SECOND;
    private static final int BURST = 25;
    private static final long REFILL_NANOS = 300 * Clock.NANOS_PER_SECOND;

    /// Four times client-go's cache size, as all components share this one.
    private static final int REMEMBERED = 16_384;

    private static final String COMBINED = "(combined from similar events): ";

    private final LruCache<Similar> similar = new LruCache<>(REMEMBERED);
    private final LruCache<Told> told = new LruCache<>(REMEMBERED);
    private final LruCache<Tokens> tokens = new LruCache<>(REMEMBERED);

    /// The messages recorded for one object and reason.
    private static final class Similar {
        final Set<String> messages = new HashSet<>();
        final Deque<String> order = new ArrayDeque<>();
        long lastNanos;
    }

    /// The token bucket of one source and object.
    private static final class Tokens {
        double left = BURST;
        long sinceNanos;
    }

    /// An event that has been recorded.
    ///
    /// @param count occurrences, including this one
    record Told(String name, long firstNanos, int count) {}

    /// The event to write.
    ///
    /// @param isCombined whether it stands for several messages
    record Result(EventOccurrence occurrence, Told told, boolean isCombined) {}

    /// Correlates an occurrence with earlier ones.
    ///
    /// @param name of the event, if a new one is needed
    /// @return null if the event is dropped by the rate limit
    @Nullable
    Result of(EventOccurrence occurrence, String name) {
        boolean isCombined = isOneOfMany(occurrence);
        EventOccurrence shown = isCombined ? occurrence.withMessage(COMBINED + occurrence.message()) : occurrence;
        String key = isCombined ? occurrence.aggregateKey() : occurrence.key();
        Told before = told.get(key);
        Told now = before == null
                ? new Told(name, occurrence.nowNanos(), 1)
                : new Told(before.name(), before.firstNanos(), before.count() + 1);
        told.put(key, now);
        return isTooMuch(occurrence) ? null : new Result(shown, now, isCombined);
    }

    private boolean isOneOfMany(EventOccurrence occurrence) {
        Similar those = similar.computeIfAbsent(occurrence.aggregateKey(), _ -> new Similar());
        if (occurrence.nowNanos() - those.lastNanos > SIMILAR_NANOS) {
            those.messages.clear();
            those.order.clear();
        }
        those.lastNanos = occurrence.nowNanos();
        if (those.messages.add(occurrence.message())) {
            those.order.add(occurrence.message());
        }
        if (those.messages.size() < SIMILAR_MAX) {
            return false;
        }
        those.messages.remove(those.order.removeFirst());
        return true;
    }

    private boolean isTooMuch(EventOccurrence occurrence) {
        Tokens bucket = tokens.computeIfAbsent(occurrence.subjectKey(), _ -> {
            Tokens full = new Tokens();
            full.sinceNanos = occurrence.nowNanos();
            return full;
        });
        double more = (double) (occurrence.nowNanos() - bucket.sinceNanos) / REFILL_NANOS;
        bucket.left = Math.min(BURST, bucket.left + more);
        bucket.sinceNanos = occurrence.nowNanos();
        if (bucket.left < 1) {
            return true;
        }
        bucket.left -= 1;
        return false;
    }
}
