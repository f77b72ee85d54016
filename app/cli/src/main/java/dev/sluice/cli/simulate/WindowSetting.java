package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.jobspec.set.FluxDuration;
import dev.sluice.simulator.drive.Window;
import dev.sluice.traces.Workload;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A window of the queue configuration. Its times depend on the trace.
///
/// @param start since the run's beginning, or a calendar date
/// @param end the same; empty if there is a duration
/// @param every the period; empty if it does not repeat
record WindowSetting(
        Item name, Window.Part part, Item start, Optional<Item> end, Optional<Item> duration, Optional<Item> every) {

    /// More than one a day for 27 years: a shorter period is probably a mistake.
    static final int WINDOWS_MAX = 10_000;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double SECONDS_MAX = 4e9;

    /// Refuses times that are invalid for any trace.
    static void requireMoment(Item item) {
        if (sinceBeginning(item).isEmpty()) {
            date(item);
        }
    }

    /// Returns all occurrences: the first one, and further ones until the last submission.
    List<Window> in(Workload workload) {
        long first = nanos(start, workload);
        long length = end.isPresent()
                ? nanos(end.get(), workload) - first
                : duration.orElseThrow().nanos();
        if (length <= 0) {
            throw end.orElseThrow().wrong("must be after start (" + start.text() + ")");
        }
        long last = workload.jobs().isEmpty() ? 0 : workload.jobs().getLast().submitNanos();
        List<Window> windows = new ArrayList<>();
        windows.add(window(first, length));
        if (every.isPresent()) {
            long step = every.get().nanos();
            if (step < length) {
                throw every.get().wrong("is shorter than the window, which would overlap itself");
            }
            for (long next = first + step; next <= last; next += step) {
                if (windows.size() == WINDOWS_MAX) {
                    throw every.get().wrong("makes more than (" + WINDOWS_MAX + ") windows until the last submission");
                }
                windows.add(window(next, length));
            }
        }
        return windows;
    }

    private Window window(long from, long length) {
        return new Window(name.place() + ": window", name.text(), part, from, from + length);
    }

    private static long nanos(Item item, Workload workload) {
        OptionalLong since = sinceBeginning(item);
        if (since.isPresent()) {
            return since.getAsLong();
        }
        OptionalLong unixStart = workload.unixStartSeconds();
        if (unixStart.isEmpty()) {
            throw item.wrong("is a date, and the trace does not say when it begins: it has no UnixStartTime. Maybe a"
                    + " time since the run's beginning, such as 2d?");
        }
        Instant beginning = Instant.ofEpochSecond(unixStart.getAsLong());
        Duration passed = Duration.between(beginning, date(item));
        if (passed.isNegative()) {
            throw item.wrong("is before the trace begins (" + beginning + ")");
        }
        return passed.toNanos();
    }

    private static OptionalLong sinceBeginning(Item item) {
        Optional<Double> seconds = FluxDuration.find(item.text()).filter(it -> it <= SECONDS_MAX);
        return seconds.isPresent()
                ? OptionalLong.of(Math.round(seconds.get() * NANOS_PER_SECOND))
                : OptionalLong.empty();
    }

    private static Instant date(Item item) {
        try {
            Instant date = Instant.parse(item.text());
            if (date.getEpochSecond() < 0 || date.getEpochSecond() > SECONDS_MAX) {
                throw item.wrong("must be a date from 1970 to 2096");
            }
            return date;
        } catch (DateTimeException e) {
            throw item.wrong("must be a time since the run's beginning, such as 2d, or a date such as"
                    + " 2026-05-01T06:00:00Z");
        }
    }
}
