package dev.sluice.controller.topology;

import java.util.Set;

/// How nodes become vertices.
///
/// @param zoneLabel the node label that names its zone; nodes without it hang from the cluster
/// @param rackLabel the node label that names its rack; nodes without it hang from the zone
/// @param units extended resources whose units are vertices of their own, such as GPUs; all others are pools
public record TopologyOptions(String zoneLabel, String rackLabel, Set<String> units) {
    public static final TopologyOptions DEFAULT = new TopologyOptions(
            "topology.kubernetes.io/zone",
            "sluice.dev/rack",
            Set.of("nvidia.com/gpu", "amd.com/gpu", "gpu.intel.com/i915", "gpu.intel.com/xe"));

    public TopologyOptions {
        units = Set.copyOf(units);
    }

    public TopologyOptions withRackLabel(String label) {
        return new TopologyOptions(zoneLabel, label, units);
    }

    public TopologyOptions withZoneLabel(String label) {
        return new TopologyOptions(label, rackLabel, units);
    }
}
