package dev.sluice.traces.batsim;

/// What a host can do at best: no job is quicker than this allows.
///
/// @param bytesPerSecond in and out of a host; infinite if communication is not to count
public record HostSpeed(double flopsPerSecond, double bytesPerSecond) {
    public HostSpeed {
        if (!(flopsPerSecond > 0) || !(bytesPerSecond > 0)) {
            throw new IllegalArgumentException(
                    "speeds (" + flopsPerSecond + " flop/s, " + bytesPerSecond + " byte/s) must be positive");
        }
    }

    public static HostSpeed ofFlops(double flopsPerSecond) {
        return new HostSpeed(flopsPerSecond, Double.POSITIVE_INFINITY);
    }

    /// Computing and communicating go on side by side; the slower of the two counts.
    double seconds(double flops, double bytes) {
        return Math.max(flops / flopsPerSecond, bytes / bytesPerSecond);
    }
}
