package brokenworld.cli;

/// A main may read the clock.
public final class Main {
    private Main() {}

    public static long now() {
        return System.nanoTime();
    }
}
