package dev.sluice.simulator.result;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.OptionalLong;
import java.util.SequencedMap;

/// The options that shaped a run: with these, its trace and its version, the run can be repeated.
///
/// @param options by the names that they have on the command line, without dashes, in the order in which they are shown
/// @param unixStartSeconds the calendar time at which the trace's clock starts, where the trace has it
public record RunSetup(SequencedMap<String, String> options, OptionalLong unixStartSeconds) {

    /// Of a run whose maker kept no record of its options.
    public static final RunSetup UNKNOWN = new RunSetup(new LinkedHashMap<>(), OptionalLong.empty());

    public RunSetup {
        options = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(options));
    }
}
