package dev.sluice.traces.synthetic;

/// The cumulative distribution function of the gamma distribution.
///
/// By its series below the mean, by Lentz's continued fraction above it, as in Numerical Recipes (6.2).
final class GammaFunction {
    /// Lanczos' coefficients for g = 7, n = 9.
    private static final double[] LANCZOS = {
        0.9999999999998099,
        676.5203681218851,
        -1259.1392167224028,
        771.3234287776531,
        -176.6150291621406,
        12.507343278686905,
        -0.13857109526572012,
        9.984369578019572e-6,
        1.5056327351493116e-7
    };

    /// Both ways need some times the root of the shape; shapes here are below 1,000.
    private static final int STEPS_MAX = 10_000;

    private static final double PRECISION = 1e-15;

    /// Stands for 0 in a denominator.
    private static final double TINY = 1e-300;

    private GammaFunction() {}

    static double cdf(double value, double shape, double scale) {
        double x = value / scale;
        if (x <= 0) {
            return 0;
        }
        double front = StrictMath.exp(shape * StrictMath.log(x) - x - logGamma(shape));
        return x < shape + 1 ? front * series(shape, x) : 1 - front * fraction(shape, x);
    }

    private static double series(double shape, double x) {
        double term = 1 / shape;
        double sum = term;
        for (int i = 1; i < STEPS_MAX && term > sum * PRECISION; i++) {
            term *= x / (shape + i);
            sum += term;
        }
        return sum;
    }

    private static double fraction(double shape, double x) {
        double b = x + 1 - shape;
        double c = 1 / TINY;
        double d = 1 / b;
        double result = d;
        double change = 0;
        for (int i = 1; i < STEPS_MAX && Math.abs(change - 1) > PRECISION; i++) {
            double a = -i * (i - shape);
            b += 2;
            d = 1 / notZero(a * d + b);
            c = notZero(b + a / c);
            change = d * c;
            result *= change;
        }
        return result;
    }

    private static double notZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    private static double logGamma(double z) {
        double x = z - 1;
        double sum = LANCZOS[0];
        for (int i = 1; i < LANCZOS.length; i++) {
            sum += LANCZOS[i] / (x + i);
        }
        double t = x + 7.5;
        return 0.5 * StrictMath.log(2 * Math.PI) + (x + 0.5) * StrictMath.log(t) - t + StrictMath.log(sum);
    }
}
