package dev.sluice.traces.synthetic;

import java.util.random.RandomGenerator;

/// Draws from the distributions that the models need.
///
/// Computed from the generator's bits, since the JDK's own methods may change between releases.
final class Draws {
    private static final double UNIT = 0x1p-53;

    private final RandomGenerator random;

    Draws(RandomGenerator random) {
        this.random = random;
    }

    /// Returns a uniform number in [0, 1).
    double uniform() {
        return (random.nextLong() >>> 11) * UNIT;
    }

    double uniform(double from, double to) {
        return from + (to - from) * uniform();
    }

    /// Returns a whole number in [0, bound).
    int below(int bound) {
        return (int) (uniform() * bound);
    }

    double exponential(double mean) {
        return -mean * StrictMath.log(1 - uniform());
    }

    /// Marsaglia's polar method. The second number is discarded, so that draws are independent of each other.
    double normal() {
        while (true) {
            double x = uniform(-1, 1);
            double y = uniform(-1, 1);
            double square = x * x + y * y;
            if (square > 0 && square < 1) {
                return x * StrictMath.sqrt(-2 * StrictMath.log(square) / square);
            }
        }
    }

    /// Marsaglia, Tsang: A simple method for generating gamma variables, TOMS 2000.
    ///
    /// @param shape at least 1, as in all models here
    double gamma(double shape, double scale) {
        double d = shape - 1.0 / 3;
        double c = 1 / StrictMath.sqrt(9 * d);
        while (true) {
            double x = normal();
            double v = 1 + c * x;
            if (v > 0) {
                double cube = v * v * v;
                double u = 1 - uniform();
                if (StrictMath.log(u) < 0.5 * x * x + d - d * cube + d * StrictMath.log(cube)) {
                    return scale * d * cube;
                }
            }
        }
    }
}
