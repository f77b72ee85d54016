package dev.sluice.traces.batsim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A named description of the work of jobs.
///
/// @param returnCode the exit code of jobs with this profile; 0 is success
/// @param others fields unknown to Batsim, as JSON texts
public record BatsimProfile(String name, Work work, int returnCode, Map<String, String> others) {
    public BatsimProfile {
        others = others.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(others));
    }

    public static BatsimProfile of(String name, Work work) {
        return new BatsimProfile(name, work, 0, Map.of());
    }
}
