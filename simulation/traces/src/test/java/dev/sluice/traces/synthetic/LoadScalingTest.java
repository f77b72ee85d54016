package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
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
    void ratesOfArrivalsKeepTheHoursOfTheDay() {
        // Interactive jobs are too short to fill enough days; the typed ones below have them.
        for (Jobs kind : List.of(Jobs.COMBINED, Jobs.BATCH)) {
            LublinParameters preset = kind == Jobs.BATCH ? LublinParameters.BATCH : LublinParameters.COMBINED;
            double[] weights = LublinArrivals.weights(preset.arrivals());
            double[] expected = IntStream.range(0, 24)
                    .mapToDouble(hour -> (weights[2 * hour] + weights[2 * hour + 1]) / 2)
                    .toArray();
            assertKeepsHours(new LublinFeitelson(kind, 128), expected);
        }
        PoissonModel poisson = PoissonModel.usual(128);
        assertKeepsHours(
                poisson,
                IntStream.range(0, 24)
                        .mapToDouble(hour -> poisson.relativeRate((hour + 0.5) * 3600))
                        .toArray());
    }

    @Test
    void kindsOfJobsKeepTheirOwnHours() {
        LublinFeitelson model = new LublinFeitelson(Jobs.TYPED, 128);
        Workload scaled = LoadScaling.atRate(model.generate(60_000, new Seeds(5)), model, 0.5);

        for (long queue : new long[] {LublinFeitelson.BATCH_QUEUE, LublinFeitelson.INTERACTIVE_QUEUE}) {
            double[] weights = LublinArrivals.weights(
                    (queue == LublinFeitelson.BATCH_QUEUE ? LublinParameters.BATCH : LublinParameters.INTERACTIVE)
                            .arrivals());
            double[] found = perHour(scaled.withJobs(scaled.jobs().stream()
                    .filter(job -> job.origin().queue() == queue)
                    .toList()));
            for (int quarter = 0; quarter < 4; quarter++) {
                assertThat(mean(found, 6 * quarter, 6)).isCloseTo(mean(weights, 12 * quarter, 12), within(0.08));
            }
        }
    }

    @Test
    void stretchedTimeMovesTheHours() {
        PoissonModel model = PoissonModel.usual(128);
        Workload plain = model.generate(30_000, new Seeds(5));

        double[] hours = perHour(LoadScaling.stretch(plain, 1.7));

        assertThat(mean(hours, 12, 4)).isLessThan(1.1);
        assertThat(mean(perHour(plain), 12, 4)).isGreaterThan(1.6);
    }

    /// Against the shape of the model: its peak, and every quarter of a day.
    private static void assertKeepsHours(WorkloadModel model, double[] expected) {
        Workload plain = model.generate(60_000, new Seeds(5));
        for (double load : new double[] {0.5, 1.5}) {
            Workload scaled = LoadScaling.atRate(plain, model, load);

            double[] found = perHour(scaled);
            assertThat(scaled.offeredLoad(128)).isCloseTo(load, within(load * 1e-5));
            assertThat(expected[peak(found)]).isGreaterThan(0.95 * expected[peak(expected)]);
            for (int hour = 0; hour < 24; hour++) {
                assertThat(found[hour]).as("hour " + hour).isCloseTo(expected[hour], within(0.25));
            }
            for (int quarter = 0; quarter < 4; quarter++) {
                assertThat(mean(found, 6 * quarter, 6)).isCloseTo(mean(expected, 6 * quarter, 6), within(0.08));
            }
        }
    }

    private static int peak(double[] hours) {
        return IntStream.range(0, hours.length)
                .reduce((a, b) -> hours[a] >= hours[b] ? a : b)
                .orElseThrow();
    }

    private static double mean(double[] values, int from, int count) {
        return Arrays.stream(values, from, from + count).average().orElseThrow();
    }

    /// How many jobs come in each hour of the day, relative to the mean.
    private static double[] perHour(Workload workload) {
        double[] hours = new double[24];
        for (WorkloadJob job : workload.jobs()) {
            hours[(int) (job.submitSeconds() % DailyCycle.DAY_SECONDS / 3600)] +=
                    24.0 / workload.jobs().size();
        }
        return hours;
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
    void aWorkloadWithoutLoadCannotBeScaled() {
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
