package dev.sluice.simulator.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// The options of a run: with these, its trace and its version, the run can be repeated.
///
/// @param options by their names on the command line, without dashes, in display order
/// @param unixStartSeconds the calendar time at which the trace's clock starts, if known
/// @param skipFirstNanos the warm-up that metrics leave out
/// @param skipLastNanos the cool-down that metrics leave out
public record RunSetup(
        SequencedMap<String, String> options, OptionalLong unixStartSeconds, long skipFirstNanos, long skipLastNanos) {

    /// A run without recorded options.
    public static final RunSetup UNKNOWN = new RunSetup(new LinkedHashMap<>(), OptionalLong.empty());

    /// A run without warm-up and cool-down.
    public RunSetup(SequencedMap<String, String> options, OptionalLong unixStartSeconds) {
        this(options, unixStartSeconds, 0, 0);
    }

    public RunSetup {
        if (skipFirstNanos < 0 || skipLastNanos < 0) {
            throw new IllegalArgumentException("what metrics leave out (" + skipFirstNanos + " and " + skipLastNanos
                    + " ns) must not be negative");
        }
        options = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(options));
    }
}
