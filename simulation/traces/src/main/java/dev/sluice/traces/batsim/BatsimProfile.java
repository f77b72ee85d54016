package dev.sluice.traces.batsim;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// What jobs do, by name.
///
/// @param returnCode how a job of this profile ends; 0 is success
/// @param others fields that Batsim does not know, as JSON texts
public record BatsimProfile(String name, Work work, int returnCode, Map<String, String> others) {
    public BatsimProfile {
        others = others.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(others));
    }

    public static BatsimProfile of(String name, Work work) {
        return new BatsimProfile(name, work, 0, Map.of());
    }
}
