package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import dev.sluice.traces.synthetic.LublinFeitelson.Stream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Against the parameters of the model, for all of its kinds of jobs.
class LublinFeitelsonTest {
    private static final int COUNT = 40_000;
    private static final Seeds SEEDS = new Seeds(2003);
    private static final List<LublinParameters> KINDS =
            List.of(LublinParameters.BATCH, LublinParameters.INTERACTIVE, LublinParameters.COMBINED);

    @Test
    void sizesAreDistributedAsTheModelSays() {
        for (LublinParameters kind : KINDS) {
            Stream stream = stream(kind, 128);
            int[] sizes = IntStream.range(0, COUNT).map(_ -> stream.size()).toArray();

            for (int size : new int[] {1, 2, 3, 4, 8, 12, 16, 32, 64}) {
                double found =
                        Arrays.stream(sizes).filter(value -> value <= size).count() / (double) COUNT;
                Statistics.assertShare(found, sizeCdf(kind.sizes(), size), COUNT);
            }
            assertThat(Arrays.stream(sizes).allMatch(size -> size >= 1 && size <= 128))
                    .isTrue();
        }
    }

    /// How probable a size up to this is. Those rounded to a power of two are up to it if x is half a step above.
    private static double sizeCdf(LublinParameters.Sizes model, int size) {
        double log2 = Math.log(size + 0.5) / Math.log(2);
        double power = Math.floor(Math.log(size) / Math.log(2) + 1e-9) + 0.5;
        return model.serial()
                + model.powerOfTwo() * twoStage(model, power)
                + (1 - model.serial() - model.powerOfTwo()) * twoStage(model, log2);
    }

    private static double twoStage(LublinParameters.Sizes model, double x) {
        double low = Math.clamp((x - model.low()) / (model.medium() - model.low()), 0, 1);
        double high = Math.clamp((x - model.medium()) / (model.high() - model.medium()), 0, 1);
        return model.lowShare() * low + (1 - model.lowShare()) * high;
    }

    @Test
    void runTimesAreDistributedAsTheModelSays() {
        for (LublinParameters kind : KINDS) {
            Stream stream = stream(kind, 128);
            for (int size : new int[] {1, 16, 100}) {
                double[] seconds = IntStream.range(0, COUNT)
                        .mapToDouble(_ -> stream.runSeconds(size))
                        .toArray();

                for (int bound : new int[] {10, 60, 600, 3600, 7200, 36_000}) {
                    double found = Arrays.stream(seconds)
                                    .filter(value -> value <= bound)
                                    .count()
                            / (double) COUNT;
                    Statistics.assertShare(found, runCdf(kind.runTimes(), size, bound), COUNT);
                }
                assertThat(Arrays.stream(seconds).allMatch(value -> value >= 1 && value <= Math.rint(Math.exp(12))))
                        .isTrue();
            }
        }
    }

    private static double runCdf(LublinParameters.RunTimes model, int size, int seconds) {
        double first = Math.clamp(model.slope() * size + model.offset(), 0, 1);
        double log = Math.log(seconds + 0.5);
        return first * cut(log, model.shape1(), model.scale1())
                + (1 - first) * cut(log, model.shape2(), model.scale2());
    }

    /// What is above the bound is drawn anew, each from its own distribution.
    private static double cut(double log, double shape, double scale) {
        return GammaFunction.cdf(log, shape, scale) / GammaFunction.cdf(LublinFeitelson.LOG_RUN_MAX, shape, scale);
    }

    @Test
    void gapsAreDistributedAsTheModelSays() {
        for (LublinParameters kind : KINDS) {
            LublinParameters.Arrivals model = kind.arrivals();
            LublinArrivals arrivals = new LublinArrivals(model, new Draws(SEEDS.forActor("gaps")));
            double shape = model.gapShape() * model.rushShare();
            double all = GammaFunction.cdf(LublinArrivals.LOG_GAP_MAX, shape, model.gapScale());

            Statistics.assertDistribution(
                    IntStream.range(0, COUNT)
                            .mapToDouble(_ -> arrivals.logGap())
                            .toArray(),
                    x -> GammaFunction.cdf(x, shape, model.gapScale()) / all);
        }
    }

    @Test
    void theDailyCycleIsThatOfTheModel() {
        for (LublinParameters kind : KINDS) {
            double[] weights = LublinArrivals.weights(kind.arrivals());
            LublinArrivals arrivals = new LublinArrivals(kind.arrivals(), new Draws(SEEDS.forActor("days")));
            // Days are nearly independent, while arrivals within a day are not: the share of each quarter of a day is
            // judged by how it varies from day to day.
            int days = 3000;
            double[][] perQuarter = new double[4][days];
            double now = arrivals.next();
            while (now < days * PoissonModel.DAY_SECONDS) {
                int quarter = (int) (now % PoissonModel.DAY_SECONDS / (PoissonModel.DAY_SECONDS / 4));
                perQuarter[quarter][(int) (now / PoissonModel.DAY_SECONDS)]++;
                now = arrivals.next();
            }

            double all =
                    Arrays.stream(perQuarter).flatMapToDouble(Arrays::stream).sum();
            for (int quarter = 0; quarter < 4; quarter++) {
                double expected =
                        Arrays.stream(weights, 12 * quarter, 12 * quarter + 12).sum() / 48;
                Statistics.assertMean(
                        Arrays.stream(perQuarter[quarter])
                                .map(count -> count * days / all)
                                .toArray(),
                        expected);
            }
        }
    }

    @Test
    void weightsHaveTheMeanOneAndPeakInTheAfternoon() {
        double[] weights = LublinArrivals.weights(LublinParameters.COMBINED.arrivals());

        assertThat(Arrays.stream(weights).average()).hasValueCloseTo(1.0, within(1e-12));
        int peak = IntStream.range(0, 48)
                .reduce((a, b) -> weights[a] >= weights[b] ? a : b)
                .orElseThrow();
        assertThat(peak / 2).isBetween(13, 16);
    }

    @Test
    void sizesFollowTheMachine() {
        assertThat(LublinParameters.COMBINED.forMachine(128)).isEqualTo(LublinParameters.COMBINED);
        LublinParameters.Sizes large =
                LublinParameters.COMBINED.forMachine(1024).sizes();
        assertThat(large.high()).isEqualTo(10);
        assertThat(large.medium()).isEqualTo(7.5);
        for (int processors : new int[] {1, 2, 3, 5, 100, 80_640}) {
            Workload workload = new LublinFeitelson(Jobs.TYPED, processors).generate(2000, SEEDS);

            assertThat(workload.processorsMax()).isBetween(1, processors);
            assertThat(workload.machineProcessors()).hasValue(processors);
        }
    }

    @Test
    void typedJobsComeInTheOrderOfTheirArrival() {
        Workload workload = new LublinFeitelson(Jobs.TYPED, 128).generate(5000, SEEDS);

        assertThat(workload.jobs()).extracting(WorkloadJob::number).isSorted();
        assertThat(workload.jobs())
                .extracting(job -> job.origin().queue())
                .contains(LublinFeitelson.INTERACTIVE_QUEUE, LublinFeitelson.BATCH_QUEUE);
    }

    @Test
    void theSameSeedGivesTheSameWorkload() {
        LublinFeitelson model = new LublinFeitelson(Jobs.COMBINED, 128);

        assertThat(model.generate(1000, new Seeds(1))).isEqualTo(model.generate(1000, new Seeds(1)));
        assertThat(model.generate(1000, new Seeds(1))).isNotEqualTo(model.generate(1000, new Seeds(2)));
    }

    private static Stream stream(LublinParameters parameters, int processors) {
        return new Stream("test", parameters, processors, WorkloadJob.UNKNOWN, SEEDS);
    }
}
