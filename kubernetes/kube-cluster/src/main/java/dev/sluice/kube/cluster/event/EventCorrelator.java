package dev.sluice.kube.cluster.event;

import dev.sluice.runtime.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Keeps events few, as Kubernetes' own programs do.
///
/// What is told again is counted on the event that is there. What is told in ever new words of one object for
/// one reason is told by one event from the tenth on. And nobody may tell more than [#BURST] things of one
/// object, but for one more every five minutes.
final class EventCorrelator {
    /// From so many messages on they become one event.
    private static final int SIMILAR_MAX = 10;

    private static final long SIMILAR_NANOS = 600 * Clock.NANOS_PER_SECOND;
    private static final int BURST = 25;
    private static final long REFILL_NANOS = 300 * Clock.NANOS_PER_SECOND;

    /// Four times as many as one of Kubernetes' programs remembers, for many of ours share it.
    private static final int REMEMBERED = 16_384;

    private static final String COMBINED = "(combined from similar events): ";

    private final LruCache<Similar> similar = new LruCache<>(REMEMBERED);
    private final LruCache<Told> told = new LruCache<>(REMEMBERED);
    private final LruCache<Tokens> tokens = new LruCache<>(REMEMBERED);

    /// What has been told of one object for one reason.
    private static final class Similar {
        final Set<String> messages = new HashSet<>();
        final Deque<String> order = new ArrayDeque<>();
        long lastNanos;
    }

    /// What one may still tell of an object.
    private static final class Tokens {
        double left = BURST;
        long sinceNanos;
    }

    /// An event that has been told.
    ///
    /// @param count how often, with this time
    record Told(String name, long firstNanos, int count) {}

    /// What is to be written.
    ///
    /// @param isCombined whether it stands for several
    record Result(EventOccurrence occurrence, Told told, boolean isCombined) {}

    /// What becomes of a happening.
    ///
    /// @param name for its event, if it is a new one
    /// @return nothing if it is not to be told
    @Nullable
    Result of(EventOccurrence occurrence, String name) {
        boolean isCombined = isOneOfMany(occurrence);
        EventOccurrence shown = isCombined ? occurrence.saying(COMBINED + occurrence.message()) : occurrence;
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
