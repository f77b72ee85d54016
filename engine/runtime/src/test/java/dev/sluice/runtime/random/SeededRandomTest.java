package dev.sluice.runtime.random;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Against the published test vectors of the two algorithms.
class SeededRandomTest {

    @Test
    void splitMixYieldsThePublishedNumbers() {
        SplitMix generator = new SplitMix(1234567);

        assertThat(generator.next()).isEqualTo(6457827717110365317L);
        assertThat(generator.next()).isEqualTo(3203168211198807973L);
        assertThat(generator.next()).isEqualTo(Long.parseUnsignedLong("9817491932198370423"));
        assertThat(generator.next()).isEqualTo(4593380528125082431L);
        assertThat(generator.next()).isEqualTo(Long.parseUnsignedLong("16408922859458223821"));
    }

    @Test
    void xoshiroYieldsThePublishedNumbers() {
        SeededRandom generator = new SeededRandom(1, 2, 3, 4);

        assertThat(generator.nextLong()).isEqualTo(41943041L);
        assertThat(generator.nextLong()).isEqualTo(58720359L);
        assertThat(generator.nextLong()).isEqualTo(3588806011781223L);
        assertThat(generator.nextLong()).isEqualTo(3591011842654386L);
        assertThat(generator.nextLong()).isEqualTo(Long.parseUnsignedLong("9228616714210784205"));
        assertThat(generator.nextLong()).isEqualTo(Long.parseUnsignedLong("9973669472204895162"));
    }
}
