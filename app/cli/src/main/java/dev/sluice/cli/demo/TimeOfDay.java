package dev.sluice.cli.demo;

/// Formats virtual time, in seconds from the start of the demo.
final class TimeOfDay {
    static final long MINUTE = 60;
    static final long HOUR = 60 * MINUTE;

    private TimeOfDay() {}

    static String text(long seconds) {
        return "%d:%02d".formatted(seconds / HOUR, seconds % HOUR / MINUTE);
    }
}
