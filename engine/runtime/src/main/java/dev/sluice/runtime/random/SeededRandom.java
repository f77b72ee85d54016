package dev.sluice.runtime.random;

import java.util.random.RandomGenerator;

/// xoshiro256++: small state, long period. Unlike the JDK's generators that are chosen by name, the algorithm is
/// fixed here, so a seed means the same run on every machine.
///
/// Blackman, Vigna: Scrambled linear pseudorandom number generators, TOMS 2021.
final class SeededRandom implements RandomGenerator {
    private long s0;
    private long s1;
    private long s2;
    private long s3;

    SeededRandom(long seed) {
        SplitMix fill = new SplitMix(seed);
        this(fill.next(), fill.next(), fill.next(), fill.next());
    }

    /// The four words must not all be zero.
    SeededRandom(long s0, long s1, long s2, long s3) {
        this.s0 = s0;
        this.s1 = s1;
        this.s2 = s2;
        this.s3 = s3;
    }

    @Override
    public long nextLong() {
        long result = Long.rotateLeft(s0 + s3, 23) + s0;
        long t = s1 << 17;
        s2 ^= s0;
        s3 ^= s1;
        s1 ^= s2;
        s0 ^= s3;
        s2 ^= t;
        s3 = Long.rotateLeft(s3, 45);
        return result;
    }
}
