package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.graph.port.HostPorts;
import dev.sluice.jobspec.pod.Colocation;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Matches a request whose pods have host ports, run inside one domain or are spread over domains.
///
/// 1. Host ports: the nodes on which a conflicting port is held in the window are refused.
/// 2. Colocation: the domains are tried one after another, each by refusing all nodes outside of it. The domain with
///    the fewest free cores that may suffice comes first, so that large domains stay whole. A preference is given up
///    at once if no domain has room: it never delays a job.
/// 3. Host ports and spreads: a search for any number of units finds all places, and [GangSelection] chooses among
///    them.
///
/// For example, 4 pods of 2 cores inside one rack, where rack0 has 6 free cores, rack1 20 and rack2 8:
///
/// ```
///   rack2  8 free   may suffice, the smallest: tried first
///   rack1 20 free   tried if the cores of rack2 lie badly
///   rack0  6 free   too few: tried last, as the number is only a bound
/// ```
///
/// A colocation that is a demand acts like a constraint: inside the domain it has chosen, a spread counts only the
/// domains of the nodes there. A preference does not change what a spread counts.
///
/// Cost: a colocation, a search per domain tried and the number of nodes; a spread, one search of the whole machine.
///
/// Invariant: only nodes that the request's constraint and tolerations admit are used, in every step.
final class GangMatch {
    /// The number of topology keys kept, the least recently used one dropped first. Each has an int per vertex.
    private static final int KEYS_MAX = 16;

    /// A search among the vertices that an eligibility admits.
    interface Search {
        Optional<Placement> within(CompiledJobspec request, Eligibility eligibility, @Nullable GangSelection selection);
    }

    private final ResourceGraph graph;
    private final Availability availability;
    private final MatchPolicy policy;
    private final HostPorts ports;
    private final Map<String, Domains> domains = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Domains> eldest) {
            return size() > KEYS_MAX;
        }
    };

    // Refilled by every match.
    private final BitSet refused = new BitSet();
    private final Eligibility withFreePorts = new Eligibility();
    private final Eligibility inDomain = new Eligibility();

    GangMatch(ResourceGraph graph, Availability availability, MatchPolicy policy, HostPorts ports) {
        this.graph = graph;
        this.availability = availability;
        this.policy = policy;
        this.ports = ports;
    }

    /// @param admitted the vertices that the request's constraint and tolerations admit
    Optional<Placement> match(
            ResolvedRequest request,
            GangRequest gang,
            View view,
            long start,
            long end,
            Eligibility admitted,
            Search search) {
        Eligibility eligibility = admitted;
        if (gang.hasPorts() && view.seesHoldings()) {
            refused.clear();
            ports.addHeld(gang.ports(), start, end, view != View.PLANNED, refused);
            withFreePorts.become(admitted, refused);
            eligibility = withFreePorts;
        }
        Optional<Colocation> colocation = gang.colocation();
        if (colocation.isPresent()) {
            Domains all = domains(colocation.get().topologyKey());
            for (int domain : bestFitFirst(all, request, view, start, end, eligibility)) {
                refused.clear();
                all.addOutside(domain, refused);
                inDomain.become(eligibility, refused);
                boolean isDemand = colocation.get().isDemand();
                Optional<Placement> found =
                        matchWithin(request, gang, inDomain, search, node -> !isDemand || all.of(node) == domain);
                if (found.isPresent()) {
                    return found;
                }
            }
            if (colocation.get().isDemand()) {
                return Optional.empty();
            }
        }
        return matchWithin(request, gang, eligibility, search, _ -> true);
    }

    private Optional<Placement> matchWithin(
            ResolvedRequest request, GangRequest gang, Eligibility eligibility, Search search, IntPredicate inScope) {
        if (!gang.directives().countPods()) {
            return search.within(request.source(), eligibility, null);
        }
        // As in Kubernetes by default, the constraint decides which domains count, and taints do not.
        GangSelection.Spread spread = gang.spread()
                .map(rule -> new GangSelection.Spread(
                        rule,
                        domains(rule.topologyKey()),
                        node -> inScope.test(node) && request.admission().matches(node)))
                .orElse(null);
        GangSelection selection = new GangSelection(graph, policy, request.wanted()[0].count, gang, spread);
        return search.within(gang.candidates(), eligibility, selection);
    }

    private Domains domains(String key) {
        Domains known = domains.computeIfAbsent(key, _ -> new Domains(graph, key));
        known.catchUp();
        return known;
    }

    /// The domains with admitted nodes: those that may have enough cores first, and of these the smallest first.
    private int[] bestFitFirst(
            Domains all, ResolvedRequest request, View view, long start, long end, Eligibility eligibility) {
        int core = availability.coreType();
        long needed = core == Layout.NOT_COUNTED ? 0 : request.needs(core);
        long[] free = new long[all.count()];
        BitSet there = new BitSet();
        for (int node = all.nextNode(0); node >= 0; node = all.nextNode(node + 1)) {
            int domain = all.of(node);
            if (domain != Domains.NONE && eligibility.admits(node)) {
                there.set(domain);
                free[domain] += core == Layout.NOT_COUNTED ? 1 : freeCores(node, view, start, end);
            }
        }
        return IntStream.range(0, all.count())
                .filter(there::get)
                .boxed()
                .sorted(Comparator.<Integer, Boolean>comparing(domain -> free[domain] < needed)
                        .thenComparingLong(domain -> free[domain])
                        .thenComparing(all::name))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private long freeCores(int node, View view, long start, long end) {
        return view.seesHoldings() ? availability.freeCores(node, start, end) : availability.cores(node);
    }
}
