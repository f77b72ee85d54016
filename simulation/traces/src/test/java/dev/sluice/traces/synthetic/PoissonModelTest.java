package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PoissonModelTest {
    private static final int COUNT = 40_000;
    private static final Seeds SEEDS = new Seeds(7);
    private static final PoissonModel MODEL = new PoissonModel(100, 300, 0.8, 14, 5000, 100);

    @Test
    void arrivalsAreAPoissonProcessWhoseRateFollowsTheDay() {
        Draws draws = new Draws(SEEDS.forActor("test"));
        double[] gaps = new double[COUNT];
        double now = 0;
        for (int i = 0; i < COUNT; i++) {
            double next = MODEL.nextArrival(now, draws);
            gaps[i] = passed(next) - passed(now);
            now = next;
        }

        // In a time that runs as fast as the rate says, gaps are exponential with mean 1.
        Statistics.assertDistribution(gaps, x -> 1 - Math.exp(-x));
    }

    /// The integral of the rate.
    private static double passed(double seconds) {
        double day = PoissonModel.DAY_SECONDS;
        double wave = MODEL.amplitude() * day / (2 * Math.PI);
        double phase = 2 * Math.PI * (seconds - MODEL.peakHour() * 3600) / day;
        return (seconds + wave * Math.sin(phase)) / MODEL.gapSeconds();
    }

    @Test
    void withoutAmplitudeThereIsNoCycle() {
        PoissonModel flat = new PoissonModel(100, 300, 0, 14, 5000, 100);

        assertThat(flat.relativeRate(0)).isEqualTo(1);
        assertThat(MODEL.relativeRate(14 * 3600)).isEqualTo(1.8);
        assertThat(MODEL.relativeRate(2 * 3600)).isCloseTo(0.2, within(1e-12));
    }

    @Test
    void runTimesAreExponentialAndSizesPowersOfTwo() {
        Workload workload = MODEL.generate(COUNT, SEEDS);

        // Whole seconds, and 1 at least, make a sample that a test for a continuous distribution would refuse; its
        // share up to a bound is exact.
        for (int bound : new int[] {100, 1000, 5000, 20_000}) {
            double found = workload.jobs().stream()
                            .filter(job -> job.runSeconds() <= bound)
                            .count()
                    / (double) COUNT;
            Statistics.assertShare(found, 1 - Math.exp(-(bound + 0.5) / 5000), COUNT);
        }
        for (int power = 0; power <= 6; power++) {
            int size = 1 << power;
            double found = workload.jobs().stream()
                            .filter(job -> job.processors() == size)
                            .count()
                    / (double) COUNT;
            Statistics.assertShare(found, 1 / 7.0, COUNT);
        }
    }

    @Test
    void jobsAreNumberedInOrderOfSubmission() {
        Workload workload = MODEL.generate(100, SEEDS);

        assertThat(workload.jobs())
                .extracting(WorkloadJob::number)
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, 100).mapToObj(Long::valueOf).toList());
        assertThat(workload).isEqualTo(MODEL.generate(100, SEEDS));
    }

    @Test
    void parametersOutsideOfTheModelAreRefused() {
        assertThatThrownBy(() -> new PoissonModel(100, 0, 0.5, 14, 5000, 100))
                .hasMessage("the mean gap (0.0) must be positive");
        assertThatThrownBy(() -> new PoissonModel(100, 1, 1.5, 14, 5000, 100))
                .hasMessage("the amplitude (1.5) must be from 0 to 1");
        assertThatThrownBy(() -> new PoissonModel(100, 1, 0.5, 24, 5000, 100))
                .hasMessage("the peak hour (24.0) must be from 0 to below 24");
        assertThatThrownBy(() -> new PoissonModel(100, 1, 0.5, 14, Double.NaN, 100))
                .hasMessage("the mean run time (NaN) must be positive");
        assertThatThrownBy(() -> new PoissonModel(100, 1, 0.5, 14, 5000, 101))
                .hasMessage("the largest size (101) must be from 1 to the machine's (100)");
    }
}
