package dev.sluice.traces.batsim;

/// The maximum speed of a host, which bounds the duration of jobs from below.
///
/// @param bytesPerSecond in and out of a host; infinite to ignore communication
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

    /// Computation and communication overlap; the slower of the two counts.
    double seconds(double flops, double bytes) {
        return Math.max(flops / flopsPerSecond, bytes / bytesPerSecond);
    }
}
