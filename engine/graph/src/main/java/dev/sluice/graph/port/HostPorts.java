package dev.sluice.graph.port;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.jobspec.pod.HostPort;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which ports of which nodes are held, and until when.
///
/// A port has no amount, and what matters is which pods conflict, so ports are no vertices of the graph. A *claim*
/// says which ports a holder has on every node on which it holds resources. Where that is and for how long follows from
/// the [Occupancy] each time it is asked. So a port is free as soon as the pod's share is released, an end that moves
/// also moves the port's, and a reservation reserves the ports too. A pod without resources holds its node all the
/// same, without any amount.
///
/// A question about a port visits all claims of it and the nodes that their holders have. So a job claims its ports
/// when it gets a place, and those that wait for one cost nothing. A claim remembers the nodes of the placement that it
/// has seen last.
public final class HostPorts {
    private static final Claim[] NONE = {};

    private final ResourceGraph graph;
    private final Occupancy occupancy;
    private final Map<Long, Claim> claims = new LinkedHashMap<>();

    /// By port number, so that a question about one port does not visit the others.
    private final Map<Integer, Set<Claim>> byNumber = new HashMap<>();

    /// The claims of another model, which are entered here on first use: most copies are never asked about ports.
    private Claim[] taken = NONE;

    public HostPorts(ResourceGraph graph, Occupancy occupancy) {
        this.graph = graph;
        this.occupancy = occupancy;
    }

    /// Whose ports. Copies share it, also those that other threads read.
    private static final class Claim {
        private final long holder;
        private final List<HostPort> ports;

        /// Any thread may replace it; what it says is true of the placement and the graph that it names.
        private @Nullable Seen seen;

        Claim(long holder, List<HostPort> ports) {
            this.holder = holder;
            this.ports = List.copyOf(ports);
        }

        @SuppressWarnings("ReferenceEquality") // the very placement whose nodes are known
        int[] nodesOf(Placement placement, ResourceGraph graph) {
            Seen last = seen;
            if (last == null || last.placement != placement || last.version != graph.version()) {
                last = new Seen(placement, graph);
                seen = last;
            }
            return last.nodes;
        }
    }

    /// The nodes of a placement in one version of the graph.
    private static final class Seen {
        private final Placement placement;
        private final long version;
        private final int[] nodes;

        Seen(Placement placement, ResourceGraph graph) {
            this.placement = placement;
            this.version = graph.version();
            this.nodes = nodesOf(placement, graph);
        }
    }

    /// Takes over all claims of another model, before any is made here; both graphs have the same vertices. If several
    /// threads copy a model, none may ask it.
    public void takeOver(HostPorts other) {
        taken = other.taken.length > 0 ? other.taken : other.claims.values().toArray(NONE);
    }

    private void enterTaken() {
        if (taken.length > 0) {
            Claim[] all = taken;
            taken = NONE;
            for (Claim claim : all) {
                enter(claim);
            }
        }
    }

    /// Says which ports a holder has wherever it holds resources, now or later. Replaces what was said before.
    public void claim(long holder, List<HostPort> ports) {
        release(holder);
        if (!ports.isEmpty()) {
            enter(new Claim(holder, ports));
        }
    }

    /// How many holders have claims.
    public int holderCount() {
        enterTaken();
        return claims.size();
    }

    /// Returns a copy of all claims: the ports of each holder that has some.
    public Map<Long, List<HostPort>> claims() {
        enterTaken();
        Map<Long, List<HostPort>> copy = HashMap.newHashMap(claims.size());
        claims.forEach((holder, claim) -> copy.put(holder, claim.ports));
        return copy;
    }

    /// Frees all ports of a holder.
    public void release(long holder) {
        enterTaken();
        Claim gone = claims.isEmpty() ? null : claims.remove(holder);
        if (gone == null) {
            return;
        }
        for (HostPort port : gone.ports) {
            Set<Claim> with = byNumber.get(port.port());
            if (with != null && with.remove(gone) && with.isEmpty()) {
                byNumber.remove(port.port());
            }
        }
    }

    private void enter(Claim claim) {
        claims.put(claim.holder, claim);
        for (HostPort port : claim.ports) {
            byNumber.computeIfAbsent(port.port(), _ -> new LinkedHashSet<>()).add(claim);
        }
    }

    /// Adds the nodes on which one of the ports is held at any time of the window.
    ///
    /// @param orPresent whether present holders count whatever their end; otherwise all end in time
    public void addHeld(List<HostPort> wanted, long start, long end, boolean orPresent, BitSet into) {
        enterTaken();
        for (HostPort port : wanted) {
            for (Claim claim : byNumber.getOrDefault(port.port(), Set.of())) {
                if (HostPort.conflict(List.of(port), claim.ports)) {
                    addNodes(claim, start, end, orPresent, into);
                }
            }
        }
    }

    private void addNodes(Claim claim, long start, long end, boolean orPresent, BitSet into) {
        for (Holding holding : occupancy.holdings(claim.holder)) {
            boolean overlaps = holding.start() < end && start < holding.end();
            if (overlaps || (orPresent && !holding.reserved())) {
                for (int node : claim.nodesOf(holding.placement(), graph)) {
                    into.set(node);
                }
            }
        }
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
