package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.Durations;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// A distribution of delays.
public sealed interface Delay {

    long draw(RandomGenerator random);

    /// Always the same delay.
    record Fixed(long nanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return nanos;
        }
    }

    /// Uniform between two bounds.
    record Between(long fromNanos, long toNanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return fromNanos + (long) (random.nextDouble() * (toNanos - fromNanos));
        }
    }

    /// Exponential with this mean.
    record Exponential(long meanNanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return (long) (-Math.log(1 - random.nextDouble()) * meanNanos);
        }
    }

    /// Parses `2s`, `1s-5s` or `~3s` (exponential with that mean).
    ///
    /// @throws IllegalArgumentException if the text has another form
    static Delay parse(String text) {
        if (text.startsWith("~")) {
            return new Exponential(nanos(text, text.substring(1)));
        }
        int dash = text.indexOf('-');
        if (dash < 0) {
            return new Fixed(nanos(text, text));
        }
        long from = nanos(text, text.substring(0, dash));
        long to = nanos(text, text.substring(dash + 1));
        if (to < from) {
            throw new IllegalArgumentException("the delay (" + text + ") ends before it begins");
        }
        return new Between(from, to);
    }

    private static long nanos(String whole, String part) {
        OptionalLong nanos = Durations.parse(part);
        if (nanos.isEmpty()) {
            throw new IllegalArgumentException(
                    "(" + whole + ") is no delay. Maybe 2s, 1s-5s, or ~3s for an exponential one.");
        }
        return nanos.getAsLong();
    }
}
