package dev.sluice.jobspec.pod;

import java.util.List;
import java.util.Optional;

/// What the pods of a job say about their nodes beside the constraint.
///
/// @param hostPorts the ports that each pod takes of its node; none conflicts with another
public record SchedulingDirectives(
        List<Toleration> tolerations,
        List<HostPort> hostPorts,
        Optional<Colocation> colocation,
        Optional<TopologySpread> topologySpread) {
    public static final SchedulingDirectives NONE =
            new SchedulingDirectives(List.of(), List.of(), Optional.empty(), Optional.empty());

    /// More ports than any pod listens on. They are compared with each other.
    public static final int HOST_PORTS_MAX = 256;

    public SchedulingDirectives {
        tolerations = List.copyOf(tolerations);
        hostPorts = List.copyOf(hostPorts);
        if (hostPorts.size() > HOST_PORTS_MAX) {
            throw new IllegalArgumentException(
                    "hostPorts (a list of " + hostPorts.size() + ") must be at most " + HOST_PORTS_MAX);
        }
        for (int i = 0; i < hostPorts.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (hostPorts.get(i).conflictsWith(hostPorts.get(j))) {
                    throw new IllegalArgumentException(
                            "hostPorts (" + hostPorts.get(j) + ") and (" + hostPorts.get(i) + ") must not conflict");
                }
            }
        }
    }

    public static SchedulingDirectives tolerating(List<Toleration> tolerations) {
        return NONE.withTolerations(tolerations);
    }

    public SchedulingDirectives withTolerations(List<Toleration> others) {
        return new SchedulingDirectives(others, hostPorts, colocation, topologySpread);
    }

    public SchedulingDirectives withHostPorts(HostPort... others) {
        return new SchedulingDirectives(tolerations, List.of(others), colocation, topologySpread);
    }

    public SchedulingDirectives withColocation(Colocation another) {
        return new SchedulingDirectives(tolerations, hostPorts, Optional.of(another), topologySpread);
    }

    public SchedulingDirectives withTopologySpread(TopologySpread another) {
        return new SchedulingDirectives(tolerations, hostPorts, colocation, Optional.of(another));
    }

    /// Whether the pods of the job must be told apart: each has its ports, or counts for its domain.
    public boolean countPods() {
        return !hostPorts.isEmpty() || topologySpread.isPresent();
    }
}
