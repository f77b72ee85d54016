package dev.sluice.simulator.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// The options that shaped a run: with these, its trace and its version, the run can be repeated.
///
/// @param options by the names that they have on the command line, without dashes, in the order in which they are shown
/// @param unixStartSeconds the calendar time at which the trace's clock starts, where the trace has it
/// @param skipFirstNanos of the run's beginning, which metrics leave out as warm-up
/// @param skipLastNanos of the run's end, which metrics leave out as cool-down
public record RunSetup(
        SequencedMap<String, String> options, OptionalLong unixStartSeconds, long skipFirstNanos, long skipLastNanos) {

    /// Of a run whose maker kept no record of its options.
    public static final RunSetup UNKNOWN = new RunSetup(new LinkedHashMap<>(), OptionalLong.empty());

    /// Of a run that is measured from its first submission to its last end.
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
