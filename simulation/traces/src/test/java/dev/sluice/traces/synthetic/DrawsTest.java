package dev.sluice.traces.synthetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DrawsTest {
    private static final int COUNT = 50_000;

    @Test
    void uniformNumbersAreUniform() {
        Statistics.assertDistribution(sample(draws -> draws.uniform(2, 5)), x -> (x - 2) / 3);
    }

    @Test
    void exponentialNumbersAreExponential() {
        Statistics.assertDistribution(sample(draws -> draws.exponential(7)), x -> 1 - Math.exp(-x / 7));
    }

    @Test
    void normalNumbersAreSymmetricWithVarianceOne() {
        double[] values = sample(Draws::normal);

        Statistics.assertMean(values, 0);
        Statistics.assertMean(
                IntStream.range(0, COUNT)
                        .mapToDouble(i -> values[i] * values[i])
                        .toArray(),
                1);
        Statistics.assertMean(
                IntStream.range(0, COUNT)
                        .mapToDouble(i -> Math.pow(values[i], 4))
                        .toArray(),
                3);
    }

    @Test
    void gammaNumbersAreOfTheShapesOfTheModels() {
        double[][] shapes = {{1, 1}, {4.2, 0.94}, {312, 0.03}, {639.1, 0.0156}, {10.2303 * 1.0225, 0.4871}};
        for (double[] shape : shapes) {
            Statistics.assertDistribution(
                    sample(draws -> draws.gamma(shape[0], shape[1])), x -> GammaFunction.cdf(x, shape[0], shape[1]));
        }
    }

    @Test
    void wholeNumbersAreBelowTheirBound() {
        int[] counts = new int[6];
        Draws draws = draws();
        for (int i = 0; i < COUNT; i++) {
            counts[draws.below(6)]++;
        }

        for (int count : counts) {
            Statistics.assertShare((double) count / COUNT, 1 / 6.0, COUNT);
        }
    }

    @Test
    void theGammaDistributionIsTheTextbooks() {
        // A gamma distribution of shape 1 is the exponential one; of shape 1/2 and scale 2 it is chi-square with one
        // degree of freedom, of 5 and 2 that with ten. The values are from its tables.
        assertThat(GammaFunction.cdf(3, 1, 2)).isCloseTo(1 - Math.exp(-1.5), within(1e-14));
        assertThat(GammaFunction.cdf(3.8414588206941254, 0.5, 2)).isCloseTo(0.95, within(1e-12));
        assertThat(GammaFunction.cdf(18.307038053275146, 5, 2)).isCloseTo(0.95, within(1e-12));
        assertThat(GammaFunction.cdf(3.9402991361190605, 5, 2)).isCloseTo(0.05, within(1e-12));
        assertThat(GammaFunction.cdf(0, 5, 2)).isZero();
        assertThat(GammaFunction.cdf(1e6, 5, 2)).isEqualTo(1);
    }

    private static double[] sample(ToDoubleFunction<Draws> draw) {
        Draws draws = draws();
        return IntStream.range(0, COUNT)
                .mapToDouble(i -> draw.applyAsDouble(draws))
                .toArray();
    }

    private static Draws draws() {
        return new Draws(new Seeds(42).forActor("test"));
    }
}
