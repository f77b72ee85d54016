package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import dev.sluice.traces.synthetic.TsafrirModel.Choice;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TsafrirEstimatesTest {
    private static final Seeds SEEDS = new Seeds(2005);
    private static final long DAY = 86_400;

    @Test
    void theNumberOfDistinctEstimatesGrowsWithTheJobs() {
        assertThat(TsafrirModel.distinct(0)).isZero();
        assertThat(TsafrirModel.distinct(20)).isEqualTo(10);
        assertThat(TsafrirModel.distinct(200)).isEqualTo(20);
        assertThat(TsafrirModel.distinct(5600)).isEqualTo(63);
        assertThat(TsafrirModel.distinct(250_000)).isEqualTo(565);
        assertThat(TsafrirModel.distinct(1_000_000)).isEqualTo(1264);
    }

    @Test
    void twentyValuesMakeUpMostOfTheJobs() {
        double[] shares = TsafrirModel.shares(90);

        assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
        assertThat(Arrays.stream(shares, 0, 20).sum()).isCloseTo(0.89, within(1e-12));
        assertThat(shares[0]).isGreaterThan(shares[1]);
        assertThat(shares[1]).isCloseTo(0.103128, within(1e-6));
        assertThat(Arrays.copyOfRange(shares, 1, 90)).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    @Test
    void theMostPopularValuesAreTheLongestAndRoundOnes() {
        assertThat(TsafrirModel.headTimes(18 * 3600))
                .hasSize(20)
                .startsWith(18 * 3600L, 300L, 600L, 900L, 1200L, 1800L, 3600L, 7200L)
                .contains(12 * 3600L, 15 * 3600L)
                .allMatch(time -> time <= 18 * 3600);
        assertThat(TsafrirModel.headTimes(3600))
                .contains(3600L, 300L, 600L, 2400L)
                .allMatch(time -> time % 300 == 0);
    }

    @Test
    void choicesAreDistinctAndWithinTheLimit() {
        List<Choice> choices = TsafrirModel.choices(10_000, DAY, new Draws(SEEDS.forActor("test")));

        assertThat(choices).hasSize(90).extracting(Choice::seconds).doesNotHaveDuplicates();
        assertThat(choices).allMatch(choice -> choice.seconds() > 0 && choice.seconds() <= DAY);
    }

    @Test
    void jobsHaveTheEstimatesOfTheModel() {
        TsafrirEstimates estimates = new TsafrirEstimates(DAY);
        Workload workload = estimates.assign(ofLength(10_000, 60), SEEDS);
        List<Choice> choices = TsafrirModel.choices(
                10_000, DAY, new Draws(SEEDS.within("tsafrir").forActor("popularity")));

        Map<Double, Long> counts = workload.jobs().stream()
                .collect(Collectors.groupingBy(WorkloadJob::estimateSeconds, Collectors.counting()));

        assertThat(counts).hasSizeBetween(85, 90);
        for (Choice choice : choices) {
            long count = counts.getOrDefault((double) choice.seconds(), 0L);
            assertThat((double) count).isCloseTo(choice.share() * 10_000, within(1.0));
        }
    }

    @Test
    void noEstimateIsBelowTheRunTime() {
        Workload workload = new LublinFeitelson(Jobs.COMBINED, 128).generate(20_000, SEEDS);

        Workload assigned = TsafrirEstimates.fitting(workload).assign(workload, SEEDS);

        assertThat(assigned.jobs()).allMatch(job -> job.estimateSeconds() >= job.runSeconds());
        assertThat(assigned.jobs().stream().map(job -> job.withEstimate(-1)).toList())
                .isEqualTo(workload.jobs());
        assertThat(assigned).isEqualTo(TsafrirEstimates.fitting(workload).assign(workload, SEEDS));
    }

    @Test
    void ifAllJobsAreLongAllGetTheLongestEstimate() {
        Workload assigned = new TsafrirEstimates(DAY).assign(ofLength(100, DAY), SEEDS);

        assertThat(assigned.jobs()).allMatch(job -> job.estimateSeconds() == DAY);
    }

    @Test
    void aLimitBelowTheLongestJobIsRefused() {
        assertThatThrownBy(() -> new TsafrirEstimates(7200).assign(ofLength(10, 7201), SEEDS))
                .hasMessage("longest estimate (7200) is below the longest run time (7201.0). Maybe 14400");
        assertThatThrownBy(() -> new TsafrirEstimates(60))
                .hasMessage("longest estimate (60) must be from 3600 to 4e9 seconds");
    }

    @Test
    void theUsualLimitFits() {
        assertThat(TsafrirEstimates.fitting(ofLength(1, 10)).maxSeconds()).isEqualTo(3600);
        assertThat(TsafrirEstimates.fitting(ofLength(1, 70_000)).maxSeconds()).isEqualTo(DAY);
        assertThat(TsafrirEstimates.fitting(ofLength(1, 1e8)).maxSeconds()).isEqualTo(100_000_000);
    }

    @Test
    void factorsLieBetweenOneAndTheirBound() {
        Workload workload = ofLength(20_000, 100_000);

        double[] factors = new FactorEstimates(5)
                .assign(workload, SEEDS).jobs().stream()
                        .mapToDouble(job -> job.estimateSeconds() / job.runSeconds())
                        .toArray();

        Statistics.assertDistribution(factors, x -> (x - 1) / 4);
        assertThatThrownBy(() -> new FactorEstimates(0.5)).hasMessage("factor (0.5) must be 1 or more");
    }

    private static Workload ofLength(int count, double seconds) {
        return new Workload(
                IntStream.rangeClosed(1, count)
                        .mapToObj(number -> WorkloadJob.of(number, number, seconds, 1))
                        .toList(),
                OptionalInt.empty(),
                OptionalLong.empty());
    }
}
