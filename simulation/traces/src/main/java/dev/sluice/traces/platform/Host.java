package dev.sluice.traces.platform;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One computer of a platform.
///
/// @param zones the names of the zones around it, the outermost first
/// @param flopsPerSecond per core; one for each power state, the first is that at the start
/// @param properties its own
/// @param zoneProperties those of the zones around it; the inner ones win
public record Host(
        String name,
        List<String> zones,
        List<Double> flopsPerSecond,
        int cores,
        Map<String, String> properties,
        Map<String, String> zoneProperties) {

    /// The host's role in Batsim.
    public enum Role {
        /// Runs the simulation itself; hidden from schedulers.
        MASTER,
        COMPUTE_NODE,
        STORAGE
    }

    public Host {
        zones = List.copyOf(zones);
        flopsPerSecond = List.copyOf(flopsPerSecond);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        zoneProperties = Collections.unmodifiableMap(new LinkedHashMap<>(zoneProperties));
    }

    /// Returns the initial speed.
    public double speed() {
        return flopsPerSecond.getFirst();
    }

    /// Returns the role from the host's property, which may name several; otherwise by Batsim's name for its
    /// master.
    public Role role() {
        String said = properties.getOrDefault("role", name.equals("master_host") ? "master" : "compute_node");
        if (said.contains("master")) {
            return Role.MASTER;
        }
        return said.contains("storage") ? Role.STORAGE : Role.COMPUTE_NODE;
    }
}
