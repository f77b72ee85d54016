package dev.sluice.traces.batsim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A job of a workload file.
///
/// @param resources the number of hosts requested
/// @param wallSeconds the wall time; negative if there is none
/// @param others fields unknown to Batsim, as JSON texts
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
