package dev.sluice.kube.apiserver.cel;

/// How large something is, from the smallest to the largest it can be. What does not fit is as large as it
/// gets.
record SizeRange(long min, long max) {
    static final SizeRange UNKNOWN = new SizeRange(0, Long.MAX_VALUE);

    static SizeRange of(long count) {
        return new SizeRange(count, count);
    }

    SizeRange plus(SizeRange other) {
        return new SizeRange(sum(min, other.min), sum(max, other.max));
    }

    SizeRange times(SizeRange other) {
        return new SizeRange(product(min, other.min), product(max, other.max));
    }

    SizeRange or(SizeRange other) {
        return new SizeRange(Math.min(min, other.min), Math.max(max, other.max));
    }

    /// What the largest costs.
    long cost(double ofEach) {
        return product(max, ofEach);
    }

    static long sum(long one, long other) {
        return one > Long.MAX_VALUE - other ? Long.MAX_VALUE : one + other;
    }

    static long product(long one, long other) {
        return one != 0 && other > Long.MAX_VALUE / one ? Long.MAX_VALUE : one * other;
    }

    static long product(long count, double ofEach) {
        double product = Math.ceil(count * ofEach);
        return product >= Long.MAX_VALUE ? Long.MAX_VALUE : (long) product;
    }
}
