package dev.sluice.kube.cluster.nodes;

import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/// How long something takes, drawn anew each time.
public sealed interface Delay {

    long draw(RandomGenerator random);

    /// Always as long.
    record Fixed(long nanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return nanos;
        }
    }

    /// Anything between two, all alike.
    record Between(long fromNanos, long toNanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return fromNanos + (long) (random.nextDouble() * (toNanos - fromNanos));
        }
    }

    /// Mostly short, seldom long, with this mean.
    record Exponential(long meanNanos) implements Delay {
        @Override
        public long draw(RandomGenerator random) {
            return (long) (-Math.log(1 - random.nextDouble()) * meanNanos);
        }
    }

    /// Reads `2s`, `1s-5s` or `~3s` (exponential with that mean).
    ///
    /// @throws IllegalArgumentException if it is none of these
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
