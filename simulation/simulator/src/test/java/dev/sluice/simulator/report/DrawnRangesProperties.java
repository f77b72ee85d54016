package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.result.JobResults;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class DrawnRangesProperties {

    @Property(tries = 100)
    void everythingAJobHeldIsDrawn(
            @ForAll @IntRange(min = 1, max = 200) int count,
            @ForAll @IntRange(min = 1, max = 600) int rangesMax,
            @ForAll long seed) {
        JobResults jobs = SampleRuns.greedy(count, 256, true, seed).jobs();

        DrawnRanges drawn = DrawnRanges.of(jobs, rangesMax);

        assertThat(drawn.size()).isLessThanOrEqualTo(Math.max(rangesMax, count));
        int range = 0;
        int inexact = 0;
        for (int row = 0; row < count; row++) {
            Idset ids = Idset.EMPTY;
            for (int i = 0; i < drawn.count(row); i++, range++) {
                ids = ids.union(Idset.range(drawn.first(range), drawn.last(range)));
            }
            assertThat(jobs.allocation(row).minus(ids).isEmpty()).isTrue();
            inexact += ids.equals(jobs.allocation(row)) ? 0 : 1;
        }
        assertThat(range).isEqualTo(drawn.size());
        assertThat(inexact).isEqualTo(drawn.inexactJobs());
    }

    @Property(tries = 20)
    void withRoomForAllEverythingIsExact(@ForAll @IntRange(min = 1, max = 200) int count, @ForAll long seed) {
        assertThat(DrawnRanges.of(SampleRuns.greedy(count, 256, true, seed).jobs())
                        .inexactJobs())
                .isZero();
    }
}
