package dev.sluice.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.SampleRuns;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class LowestFirstProperties {

    @Property(tries = 60)
    void noTwoJobsHoldAResourceAtOnce(
            @ForAll @IntRange(min = 2, max = 40) int machine,
            @ForAll @IntRange(max = 120) int count,
            @ForAll boolean backfills,
            @ForAll long seed) {
        JobResults jobs = SampleRuns.greedy(count, machine, backfills, seed).jobs();

        for (int one = 0; one < jobs.size(); one++) {
            assertThat(jobs.allocation(one).size()).isEqualTo(jobs.resources(one));
            for (int other = 0; other < one; other++) {
                boolean together = jobs.startNanos(one) < jobs.finishNanos(other)
                        && jobs.startNanos(other) < jobs.finishNanos(one);
                if (together) {
                    assertThat(jobs.allocation(one)
                                    .intersect(jobs.allocation(other))
                                    .isEmpty())
                            .as("rows %d and %d", one, other)
                            .isTrue();
                }
            }
        }
    }
}
