package dev.sluice.traces.synthetic;

/// The parameters that Lublin and Feitelson fitted to the logs of three machines, for 128 processors.
public record LublinParameters(Sizes sizes, RunTimes runTimes, Arrivals arrivals) {

    public static final LublinParameters BATCH = new LublinParameters(
            new Sizes(0.2927, 0.6686, 1.2, 5, 7, 0.875),
            new RunTimes(6.57, 0.823, 639.1, 0.0156, -0.003, 0.6986),
            new Arrivals(6.0415, 0.8531, 6.1271, 5.2740, 1.0519));

    public static final LublinParameters INTERACTIVE = new LublinParameters(
            new Sizes(0.1541, 0.625, 1, 3, 5.5, 0.705),
            new RunTimes(3.8351, 0.6605, 7.073, 0.6856, -0.0118, 0.9156),
            new Arrivals(6.5510, 0.6621, 8.9186, 3.6680, 0.9797));

    /// Batch and interactive jobs as one.
    public static final LublinParameters COMBINED = new LublinParameters(
            new Sizes(0.244, 0.576, 0.8, 4.5, 7, 0.86),
            new RunTimes(4.2, 0.94, 312, 0.03, -0.0054, 0.78),
            new Arrivals(10.2303, 0.4871, 8.1737, 3.9631, 1.0225));

    /// log2 of the machine that the presets are for.
    private static final double PRESET_LOG2 = 7;

    /// The distribution of sizes: one processor with probability `serial`, otherwise 2^x with x uniform between
    /// `low` and `medium` or, with probability 1 - `lowShare`, between `medium` and `high`; rounded to a power
    /// of two with probability `powerOfTwo`.
    public record Sizes(double serial, double powerOfTwo, double low, double medium, double high, double lowShare) {}

    /// The distribution of run times: the logarithm of the seconds has the gamma distribution (`shape1`,
    /// `scale1`) with probability `slope` times size plus `offset`, otherwise (`shape2`, `scale2`).
    public record RunTimes(double shape1, double scale1, double shape2, double scale2, double slope, double offset) {}

    /// The distribution of gaps: their logarithm has the gamma distribution (`gapShape` times `rushShare`,
    /// `gapScale`) in operational time; the arrival rate over the half-hours of a day has the gamma
    /// distribution (`dayShape`, `dayScale`).
    public record Arrivals(double gapShape, double gapScale, double dayShape, double dayScale, double rushShare) {}

    /// Returns the parameters for another machine size: sizes relative to the machine scale with it.
    public LublinParameters forMachine(int processors) {
        double shift = StrictMath.log(processors) / StrictMath.log(2) - PRESET_LOG2;
        double high = Math.max(0, sizes.high + shift);
        double low = Math.min(sizes.low, high);
        double medium = Math.clamp(sizes.medium + shift, low, high);
        return new LublinParameters(
                new Sizes(sizes.serial, sizes.powerOfTwo, low, medium, high, sizes.lowShare), runTimes, arrivals);
    }
}
