package dev.sluice.simulator.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;

class RunSummaryProperties {

    @Property(tries = 60)
    void utilisationIsTheSameFromTheJobsAsFromTheMachine(
            @ForAll @IntRange(min = 2, max = 200) int machine,
            @ForAll @IntRange(min = 1, max = 400) int count,
            @ForAll long seed) {
        RunResult run = SampleRuns.greedy(count, machine, true, seed);
        JobResults jobs = run.jobs();

        double held = IntStream.range(0, count)
                .mapToDouble(row -> jobs.resources(row) * (jobs.runNanos(row) / 1e9))
                .sum();
        long first = jobs.submitNanos(0);
        long last = IntStream.range(0, count).mapToLong(jobs::finishNanos).max().orElseThrow();
        double expected = held / ((last - first) / 1e9 * machine);

        assertThat(RunSummary.of(run).utilisation()).isCloseTo(expected, within(1e-9));
    }

    /// Little's law: each wait counts once in the queue's length.
    @Property(tries = 60)
    void theMeanQueueLengthIsTheSumOfWaitsOverTheMakespan(
            @ForAll @IntRange(min = 2, max = 60) int machine,
            @ForAll @IntRange(min = 1, max = 400) int count,
            @ForAll long seed) {
        RunSummary summary = RunSummary.of(SampleRuns.greedy(count, machine, false, seed));

        assertThat(summary.waitingMean()).isCloseTo(summary.waits().mean() * count / summary.makespan(), within(1e-6));
    }

    @Property
    void quantilesAreThoseOfThePlainDefinition(
            @ForAll @NotEmpty List<@DoubleRange(min = -1e6, max = 1e6) Double> drawn) {
        double[] values = drawn.stream().mapToDouble(Double::doubleValue).toArray();
        Distribution distribution = Distribution.of(values);

        assertThat(distribution.median()).isCloseTo(plainQuantile(values, 0.5), within(1e-6));
        assertThat(distribution.p95()).isCloseTo(plainQuantile(values, 0.95), within(1e-6));
        assertThat(distribution.max()).isEqualTo(Arrays.stream(values).max().orElseThrow());
        assertThat(distribution.mean())
                .isCloseTo(Arrays.stream(values).average().orElseThrow(), within(1e-6));
    }

    /// The value below which so many of the gaps between neighbours lie.
    private static double plainQuantile(double[] values, double share) {
        double[] sorted = Arrays.stream(values).sorted().toArray();
        double gaps = share * (sorted.length - 1);
        double value = sorted[0];
        for (int i = 1; i < sorted.length; i++) {
            value += (sorted[i] - sorted[i - 1]) * Math.clamp(gaps - (i - 1), 0, 1);
        }
        return value;
    }

    @Property
    void giniIsHalfTheRelativeMeanDifference(@ForAll @NotEmpty List<@DoubleRange(min = 0, max = 1e6) Double> drawn) {
        double[] values = drawn.stream().mapToDouble(Double::doubleValue).toArray();
        double mean = Arrays.stream(values).average().orElseThrow();
        double differences = 0;
        for (double one : values) {
            for (double other : values) {
                differences += Math.abs(one - other);
            }
        }
        double expected = mean == 0 ? 0 : differences / (2 * mean * values.length * values.length);

        assertThat(Fairness.gini(values)).isCloseTo(expected, within(1e-9));
    }

    @Property
    void jainsIndexLiesBetweenOneOverNAndOne(@ForAll @NotEmpty List<@DoubleRange(min = 0, max = 1e6) Double> drawn) {
        double[] values = drawn.stream().mapToDouble(Double::doubleValue).toArray();
        assertThat(Fairness.jainIndex(values)).isBetween(1.0 / values.length - 1e-9, 1 + 1e-9);
    }
}
