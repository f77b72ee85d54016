package dev.sluice.runtime.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.time.VirtualClock;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class TimeOrderedIdsProperties {

    @Property
    void eachIdIsPositiveAndGreaterThanTheOneBefore(
            @ForAll @IntRange(max = TimeOrderedIds.GENERATORS_MAX - 1) int generator,
            @ForAll @Size(min = 1, max = 200) List<@LongRange(min = 0, max = 3_000_000) Long> pauses) {
        VirtualClock clock = new VirtualClock(0);
        TimeOrderedIds ids = new TimeOrderedIds(clock, generator, TimeOrderedIds.NONE_ISSUED);
        long last = 0;

        for (long pause : pauses) {
            clock.advanceBy(pause);
            long id = ids.next();
            assertThat(id).isGreaterThan(last);
            last = id;
        }
    }
}
