package dev.sluice.runtime.random;

/// SplitMix64: spreads a seed of few or similar bits over all 64.
///
/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
final class SplitMix {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    SplitMix(long seed) {
        state = seed;
    }

    long next() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
