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
final class Correlation {
    /// From so many messages on they become one event.
    private static final int SIMILAR_MAX = 10;

    private static final long SIMILAR_NANOS = 600 * Clock.NANOS_PER_SECOND;
    private static final int BURST = 25;
    private static final long REFILL_NANOS = 300 * Clock.NANOS_PER_SECOND;

    /// Four times as many as one of Kubernetes' programs remembers, for many of ours share it.
    private static final int REMEMBERED = 16_384;

    private static final String COMBINED = "(combined from similar events): ";

    private final Recent<Similar> similar = new Recent<>(REMEMBERED);
    private final Recent<Told> told = new Recent<>(REMEMBERED);
    private final Recent<Tokens> tokens = new Recent<>(REMEMBERED);

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
    record Result(Happening happening, Told told, boolean isCombined) {}

    /// What becomes of a happening.
    ///
    /// @param name for its event, if it is a new one
    /// @return nothing if it is not to be told
    @Nullable
    Result of(Happening happening, String name) {
        boolean isCombined = isOneOfMany(happening);
        Happening shown = isCombined ? happening.saying(COMBINED + happening.message()) : happening;
        String key = isCombined ? happening.aggregateKey() : happening.key();
        Told before = told.get(key);
        Told now = before == null
                ? new Told(name, happening.nowNanos(), 1)
                : new Told(before.name(), before.firstNanos(), before.count() + 1);
        told.put(key, now);
        return isTooMuch(happening) ? null : new Result(shown, now, isCombined);
    }

    private boolean isOneOfMany(Happening happening) {
        Similar those = similar.computeIfAbsent(happening.aggregateKey(), _ -> new Similar());
        if (happening.nowNanos() - those.lastNanos > SIMILAR_NANOS) {
            those.messages.clear();
            those.order.clear();
        }
        those.lastNanos = happening.nowNanos();
        if (those.messages.add(happening.message())) {
            those.order.add(happening.message());
        }
        if (those.messages.size() < SIMILAR_MAX) {
            return false;
        }
        those.messages.remove(those.order.removeFirst());
        return true;
    }

    private boolean isTooMuch(Happening happening) {
        Tokens bucket = tokens.computeIfAbsent(happening.subjectKey(), _ -> {
            Tokens full = new Tokens();
            full.sinceNanos = happening.nowNanos();
            return full;
        });
        double more = (double) (happening.nowNanos() - bucket.sinceNanos) / REFILL_NANOS;
        bucket.left = Math.min(BURST, bucket.left + more);
        bucket.sinceNanos = happening.nowNanos();
        if (bucket.left < 1) {
            return true;
        }
        bucket.left -= 1;
        return false;
    }
}
