package dev.sluice.traces.synthetic;

/// The arrivals of one kind of jobs.
///
/// A day has 48 half-hours with weights of mean 1. A gap is drawn in points, and each half-hour that it spans
/// uses up points by its weight: high weights make many gaps fit.
final class LublinArrivals {
    static final int BUCKETS = 48;
    static final int BUCKET_SECONDS = 1800;

    /// The half-hour in which the day of the model starts: 11 o'clock.
    private static final int FIRST_BUCKET = 22;

    /// Larger logarithms of a gap are drawn again: some five days, since the tail of the model is unbounded.
    static final double LOG_GAP_MAX = 13;

    private final LublinParameters.Arrivals parameters;
    private final Draws draws;
    private final double[] weights;
    private double seconds;

    LublinArrivals(LublinParameters.Arrivals parameters, Draws draws) {
        this.parameters = parameters;
        this.draws = draws;
        this.weights = weights(parameters);
    }

    /// Returns the weights of the half-hours from midnight on.
    static double[] weights(LublinParameters.Arrivals parameters) {
        double[] weights = new double[BUCKETS];
        double sum = 0;
        for (int i = FIRST_BUCKET; i < FIRST_BUCKET + BUCKETS; i++) {
            double weight = GammaFunction.cdf(i + 0.5, parameters.dayShape(), parameters.dayScale())
                    - GammaFunction.cdf(i - 0.5, parameters.dayShape(), parameters.dayScale());
            weights[i % BUCKETS] = weight;
            sum += weight;
        }
        for (int i = 0; i < BUCKETS; i++) {
            weights[i] *= BUCKETS / sum;
        }
        return weights;
    }

    /// Returns the next arrival, in seconds since the midnight at which the workload starts.
    double next() {
        double points = StrictMath.exp(logGap()) / BUCKET_SECONDS;
        double bucket = Math.floor(seconds / BUCKET_SECONDS);
        double spent = seconds / BUCKET_SECONDS - bucket;
        double weight = weight(bucket);
        while (points > (1 - spent) * weight) {
            points -= (1 - spent) * weight;
            spent = 0;
            bucket++;
            weight = weight(bucket);
        }
        seconds = (bucket + spent + points / weight) * BUCKET_SECONDS;
        return seconds;
    }

    double logGap() {
        while (true) {
            double log = draws.gamma(parameters.gapShape() * parameters.rushShare(), parameters.gapScale());
            if (log <= LOG_GAP_MAX) {
                return log;
            }
        }
    }

    private double weight(double bucket) {
        return weights[(int) (bucket % BUCKETS)];
    }
}
