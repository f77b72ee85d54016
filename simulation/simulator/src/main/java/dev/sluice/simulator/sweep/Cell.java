package dev.sluice.simulator.sweep;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/// One run of a sweep.
///
/// @param number its index among all runs of the experiment
/// @param parameters the values that distinguish it from other runs, by factor, as tables show them
public record Cell(int number, SequencedMap<String, String> parameters) {
    public Cell {
        parameters = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parameters));
    }

    public Optional<String> parameter(String factor) {
        return Optional.ofNullable(parameters.get(factor));
    }
}
