package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class LoadScalingTest {
    private static final Workload WORKLOAD = new LublinFeitelson(Jobs.COMBINED, 128).generate(3000, new Seeds(3));

    @Test
    void theLoadIsWhatWasAskedFor() {
        for (double load : new double[] {0.3, 0.7, 0.95, 1.5}) {
            Workload scaled = LoadScaling.toLoad(WORKLOAD, 128, load);

            assertThat(scaled.offeredLoad(128)).isCloseTo(load, within(load * 1e-4));
            assertThat(scaled.workSeconds()).isEqualTo(WORKLOAD.workSeconds());
            assertThat(scaled.jobs().getFirst().submitSeconds())
                    .isEqualTo(WORKLOAD.jobs().getFirst().submitSeconds());
        }
    }

    @Test
    void wholeSecondsStayWholeAndOthersAreKept() {
        assertThat(LoadScaling.stretch(WORKLOAD, 1.234).jobs())
                .allMatch(job -> job.submitSeconds() == Math.rint(job.submitSeconds()));
        assertThat(LoadScaling.stretch(of(WorkloadJob.of(1, 2.5, 1, 1), WorkloadJob.of(2, 3.5, 1, 1)), 0.1)
                        .jobs())
                .extracting(WorkloadJob::submitSeconds)
                .containsExactly(2.5, 2.6);
    }

    @Test
    void whatHasNoLoadCannotBeScaled() {
        for (Workload workload : List.of(
                of(), of(WorkloadJob.of(1, 5, 10, 1)), of(WorkloadJob.of(1, 0, 0, 1), WorkloadJob.of(2, 9, 0, 1)))) {
            assertThatThrownBy(() -> LoadScaling.toLoad(workload, 10, 0.5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("has no load to scale");
        }
        assertThatThrownBy(() -> LoadScaling.toLoad(WORKLOAD, 128, 0)).hasMessage("load (0.0) must be positive");
    }

    private static Workload of(WorkloadJob... jobs) {
        return new Workload(List.of(jobs), OptionalInt.empty(), OptionalLong.empty());
    }
}
