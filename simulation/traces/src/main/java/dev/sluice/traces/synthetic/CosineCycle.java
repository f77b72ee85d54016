package dev.sluice.traces.synthetic;

/// A cycle with the relative rate 1 + a·cos, as in [PoissonModel].
record CosineCycle(double amplitude, double peakSeconds) implements DailyCycle {

    /// Submissions are whole seconds.
    private static final double PRECISION_SECONDS = 1e-3;

    @Override
    public double operational(double seconds) {
        return seconds + wave(seconds) - wave(0);
    }

    /// By bisection: operational time deviates from time by less than two amplitudes of the wave.
    @Override
    public double seconds(double operational) {
        double bound = amplitude * DAY_SECONDS / Math.PI + 1;
        double low = operational - bound;
        double high = operational + bound;
        while (high - low > PRECISION_SECONDS) {
            double middle = (low + high) / 2;
            if (operational(middle) < operational) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return (low + high) / 2;
    }

    private double wave(double seconds) {
        double turn = 2 * Math.PI / DAY_SECONDS;
        return amplitude / turn * StrictMath.sin(turn * (seconds - peakSeconds));
    }
}
