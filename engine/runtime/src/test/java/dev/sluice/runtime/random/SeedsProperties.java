package dev.sluice.runtime.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;

class SeedsProperties {

    @Property
    void theSameActorDrawsTheSameNumbersWhateverOthersDraw(
            @ForAll long root,
            @ForAll @AlphaChars @StringLength(max = 20) String name,
            @ForAll @AlphaChars @StringLength(max = 20) String other,
            @ForAll @IntRange(max = 50) int othersDraws) {
        Seeds seeds = new Seeds(root);
        long[] alone = draw(seeds.forActor(name));

        RandomGenerator noise = seeds.forActor(other);
        for (int i = 0; i < othersDraws; i++) {
            noise.nextLong();
        }

        assertThat(draw(seeds.forActor(name))).isEqualTo(alone);
    }

    @Property
    void differentActorsPartsAndRootsDrawDifferentNumbers(
            @ForAll long root,
            @ForAll @AlphaChars @StringLength(max = 20) String name,
            @ForAll @AlphaChars @StringLength(max = 20) String other) {
        Assume.that(!name.equals(other));
        Seeds seeds = new Seeds(root);
        long[] drawn = draw(seeds.forActor(name));

        assertThat(draw(seeds.forActor(other))).isNotEqualTo(drawn);
        assertThat(draw(seeds.within("part").forActor(name))).isNotEqualTo(drawn);
        assertThat(draw(new Seeds(root + 1).forActor(name))).isNotEqualTo(drawn);
    }

    private static long[] draw(RandomGenerator random) {
        return random.longs(10).toArray();
    }
}
