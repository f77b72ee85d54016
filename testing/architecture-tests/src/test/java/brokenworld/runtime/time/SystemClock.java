package brokenworld.runtime.time;

/// Reads the clock for others, as the one of the product does.
public final class SystemClock {
    public long nowNanos() {
        return System.nanoTime();
    }
}
