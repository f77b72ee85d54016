package dev.sluice.traces.synthetic;

/// A cycle with a constant rate in each half-hour, as in the Lublin–Feitelson model.
final class HalfHourCycle implements DailyCycle {
    private static final int BUCKETS = LublinArrivals.BUCKETS;
    private static final int BUCKET_SECONDS = LublinArrivals.BUCKET_SECONDS;

    private final double[] weights;

    /// Operational time at the start of each half-hour, and at the end of the day.
    private final double[] passed = new double[BUCKETS + 1];

    /// @param weights relative rates by half-hours from midnight on, of mean 1
    HalfHourCycle(double[] weights) {
        this.weights = weights.clone();
        for (int i = 0; i < BUCKETS; i++) {
            passed[i + 1] = passed[i] + weights[i] * BUCKET_SECONDS;
        }
    }

    @Override
    public double operational(double seconds) {
        double days = Math.floor(seconds / DAY_SECONDS);
        double rest = seconds - days * DAY_SECONDS;
        int bucket = Math.min(BUCKETS - 1, (int) (rest / BUCKET_SECONDS));
        return days * passed[BUCKETS] + passed[bucket] + (rest - (double) bucket * BUCKET_SECONDS) * weights[bucket];
    }

    @Override
    public double seconds(double operational) {
        double days = Math.floor(operational / passed[BUCKETS]);
        double rest = operational - days * passed[BUCKETS];
        int bucket = 0;
        while (bucket < BUCKETS - 1 && passed[bucket + 1] <= rest) {
            bucket++;
        }
        return days * DAY_SECONDS + (double) bucket * BUCKET_SECONDS + (rest - passed[bucket]) / weights[bucket];
    }
}
