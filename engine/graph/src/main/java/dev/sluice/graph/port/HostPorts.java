package dev.sluice.graph.port;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.pod.HostPort;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Which ports of which nodes are held, and until when.
///
/// A port has no amount, and what matters is which pods conflict, so ports are no vertices of the graph. A *claim*
/// says which ports a holder has on every node on which it holds resources. Where that is and for how long follows from
/// the [Occupancy] each time it is asked. So a port is free as soon as the pod's share is released, an end that moves
/// also moves the port's, and a reservation reserves the ports too. Nothing must be kept in step.
///
/// A pod without resources has no place in the occupancy. Its ports are entered with the node and the time.
///
/// A question about some ports visits the nodes of all holders of conflicting ports. A claim remembers the nodes of
/// the placements that it has seen last.
public final class HostPorts {
    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Map<Long, Claim> claims = new TreeMap<>();

    /// The holders by port number, so that a question about one port does not visit the others.
    private final Map<Integer, List<Claim>> byNumber = new HashMap<>();

    public HostPorts(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
    }

    /// Whose ports, and where it has them without holding resources.
    private static final class Claim {
        private final long holder;
        private final List<HostPort> ports;
        private final List<Stay> stays;

        // The nodes of the last placement seen.
        private @Nullable Placement seen;
        private int[] nodes = {};

        Claim(long holder, List<HostPort> ports, List<Stay> stays) {
            this.holder = holder;
            this.ports = List.copyOf(ports);
            this.stays = stays;
        }

        @SuppressWarnings("ReferenceEquality") // the very placement whose nodes are known
        int[] nodesOf(Placement placement, ResourceGraph graph) {
            if (seen != placement) {
                seen = placement;
                nodes = HostPorts.nodesOf(placement, graph);
            }
            return nodes;
        }
    }

    private record Stay(int node, long start, long end) {}

    /// Copies all claims of another model; both graphs have the same vertices.
    public void takeOver(HostPorts other) {
        other.claims
                .values()
                .forEach(claim -> enter(new Claim(claim.holder, claim.ports, new ArrayList<>(claim.stays))));
    }

    /// Says which ports a holder has wherever it holds resources, now or later. Replaces what was said before.
    public void claim(long holder, List<HostPort> ports) {
        release(holder);
        if (!ports.isEmpty()) {
            enter(new Claim(holder, ports, new ArrayList<>()));
        }
    }

    /// Enters the ports of a pod that holds no resources.
    ///
    /// @param end when it is expected to end; until it is released it counts as present
    public void occupy(long holder, List<HostPort> ports, int node, long start, long end) {
        claim(holder, ports);
        Claim claim = claims.get(holder);
        if (claim != null) {
            claim.stays.add(new Stay(node, start, end));
        }
    }

    /// Frees all ports of a holder.
    public void release(long holder) {
        Claim gone = claims.isEmpty() ? null : claims.remove(holder);
        if (gone == null) {
            return;
        }
        for (HostPort port : gone.ports) {
            List<Claim> with = byNumber.get(port.port());
            if (with != null && with.remove(gone) && with.isEmpty()) {
                byNumber.remove(port.port());
            }
        }
    }

    /// Forgets the pods without resources on removed nodes.
    public void forget(BitSet nodes) {
        for (Claim claim : claims.values()) {
            claim.stays.removeIf(stay -> nodes.get(stay.node()));
        }
    }

    private void enter(Claim claim) {
        claims.put(claim.holder, claim);
        for (HostPort port : claim.ports) {
            byNumber.computeIfAbsent(port.port(), _ -> new ArrayList<>()).add(claim);
        }
    }

    /// Adds the nodes on which one of the ports is held at any time of the window.
    ///
    /// @param orPresent whether present holders count whatever their end; otherwise all end in time
    public void addHeld(List<HostPort> wanted, long start, long end, boolean orPresent, BitSet into) {
        for (HostPort port : wanted) {
            for (Claim claim : byNumber.getOrDefault(port.port(), List.of())) {
                if (HostPort.conflict(List.of(port), claim.ports)) {
                    addNodes(claim, start, end, orPresent, into);
                }
            }
        }
    }

    private void addNodes(Claim claim, long start, long end, boolean orPresent, BitSet into) {
        for (Holding holding : occupancy.holdings(claim.holder)) {
            boolean isMeant =
                    overlaps(holding.start(), holding.end(), start, end) || (orPresent && !holding.reserved());
            if (isMeant) {
                for (int node : claim.nodesOf(holding.placement(), graph)) {
                    into.set(node);
                }
            }
        }
        for (Stay stay : claim.stays) {
            if (overlaps(stay.start(), stay.end(), start, end) || (orPresent && stay.start() <= start)) {
                into.set(stay.node());
            }
        }
    }

    private static boolean overlaps(long oneStart, long oneEnd, long otherStart, long otherEnd) {
        return oneStart < otherEnd && otherStart < oneEnd;
    }

    /// The next moment after this one at which a pod without resources ends, or [Timelines#NEVER]. All other ports
    /// become free with their holders' resources.
    public long nextEndAfter(long moment) {
        long next = Timelines.NEVER;
        for (Claim claim : claims.values()) {
            for (Stay stay : claim.stays) {
                next = stay.end() > moment ? Math.min(next, stay.end()) : next;
            }
        }
        return next;
    }

    /// All nodes of a placement, also those inside a vertex that is held whole.
    private static int[] nodesOf(Placement placement, ResourceGraph graph) {
        BitSet nodes = new BitSet();
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            if (graph.isNode(vertex)) {
                nodes.set(vertex);
            } else if (placement.isWhole(i)) {
                graph.forEachBelow(vertex, below -> {
                    if (graph.isNode(below)) {
                        nodes.set(below);
                    }
                });
            }
        }
        return nodes.stream().toArray();
    }
}
