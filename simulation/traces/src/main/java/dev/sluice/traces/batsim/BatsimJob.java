package dev.sluice.traces.batsim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A job as a workload file has it.
///
/// @param resources how many hosts it wants
/// @param wallSeconds after which it is ended; negative if never
/// @param others fields that Batsim does not know, as JSON texts
public record BatsimJob(
        String id,
        double submitSeconds,
        int resources,
        String profile,
        double wallSeconds,
        Map<String, String> others) {

    public static final double NO_WALL_TIME = -1;

    public BatsimJob {
        others = others.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(others));
    }
}
