package dev.sluice.runtime.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SystemClockProperties {

    @Property
    void timeNeverRunsBackwardsWhateverTheWallClockDoes(
            @ForAll @Size(max = 50) List<@LongRange(min = -1000, max = 1000) Long> wallCorrections,
            @ForAll @LongRange(min = 2, max = 500) long elapsed) {
        long[] wall = {1_000_000};
        long[] steady = {0};
        SystemClock clock = new SystemClock(() -> wall[0], () -> steady[0]);

        for (long correction : wallCorrections) {
            long before = clock.nowNanos();
            steady[0] += elapsed;
            wall[0] += elapsed + correction;

            assertThat(clock.nowNanos() - before).isGreaterThanOrEqualTo(elapsed / 2);
        }
    }
}
