package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.pod.TopologySpread;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Chooses the units of a gang among all candidates of a match: nodes, or slots on one node each. A match alone takes
/// the best candidates; host ports and spreads also limit how many may come from one node or one domain.
///
/// Takes the candidates in the policy's order, each if the limits of its node and its domain still allow it. Candidates
/// of different domains do not compete for resources, so the limits, which [SpreadQuota] sets from their numbers,
/// can always be met.
final class GangSelection {
    /// How many of several acceptable numbers of units are tried, the largest first; after these only the least.
    private static final int COUNTS_TRIED_MAX = 64;

    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final Count count;
    private final boolean oneUnitPerNode;
    private final long podsPerUnit;
    private final @Nullable Spread spread;

    /// @param counts whether a node's domain counts for the least
    record Spread(TopologySpread rule, Domains domains, IntPredicate counts) {}

    GangSelection(ResourceGraph graph, MatchPolicy policy, Count count, GangRequest gang, @Nullable Spread spread) {
        this.graph = graph;
        this.policy = policy;
        this.count = count;
        this.oneUnitPerNode = gang.hasPorts();
        this.podsPerUnit = gang.podsPerUnit();
        this.spread = spread;
    }

    /// Reduces the candidates to the chosen ones.
    ///
    /// @return whether there are enough
    boolean choose(Candidates candidates, CandidateTree tree) {
        if (oneUnitPerNode && podsPerUnit > 1) {
            return false;
        }
        candidates.sortAtTop(policy);
        BitSet kept = new BitSet();
        BitSet usedNodes = new BitSet();
        for (int i = 0; i < candidates.size(); i++) {
            int node = nodeOf(candidates.entry(i), tree);
            boolean isUsable = node != ResourceGraph.NO_VERTEX && !(oneUnitPerNode && usedNodes.get(node));
            if (isUsable) {
                usedNodes.set(node);
                kept.set(i);
            }
        }
        int tried = 0;
        long units = count.largestAvailable(kept.cardinality());
        while (units > 0) {
            Optional<BitSet> chosen = choose(units, kept, candidates, tree);
            if (chosen.isPresent()) {
                candidates.keep(chosen.get());
                return true;
            }
            boolean isLast = units == count.min();
            units = isLast ? 0 : ++tried < COUNTS_TRIED_MAX ? count.largestAvailable(units - 1) : count.min();
        }
        return false;
    }

    private Optional<BitSet> choose(long units, BitSet kept, Candidates candidates, CandidateTree tree) {
        return spread == null ? Optional.of(firstOf(units, kept)) : chooseSpread(spread, units, kept, candidates, tree);
    }

    private static BitSet firstOf(long units, BitSet kept) {
        BitSet first = new BitSet();
        int at = -1;
        for (long taken = 0; taken < units; taken++) {
            at = kept.nextSetBit(at + 1);
            first.set(at);
        }
        return first;
    }

    private Optional<BitSet> chooseSpread(
            Spread over, long units, BitSet kept, Candidates candidates, CandidateTree tree) {
        int[] places = places(over);
        long[] pods = new long[size(places)];
        long[] room = new long[pods.length];
        for (int domain = 0; domain < places.length; domain++) {
            if (places[domain] >= 0) {
                pods[places[domain]] =
                        over.rule().existing().getOrDefault(over.domains().name(domain), 0L);
            }
        }
        for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
            int place = place(over, places, candidates.entry(i), tree);
            if (place >= 0) {
                room[place]++;
            }
        }
        Optional<SpreadQuota> quota =
                SpreadQuota.of(pods, room, units, podsPerUnit, over.rule().maxSkew());
        if (quota.isEmpty()) {
            return Optional.empty();
        }
        // What a domain must get is set aside; the best candidates get the rest.
        long[] least = quota.get().least();
        long[] most = quota.get().most();
        long spare = units - Arrays.stream(least).sum();
        BitSet chosen = new BitSet();
        for (int i = kept.nextSetBit(0); i >= 0; i = kept.nextSetBit(i + 1)) {
            int place = place(over, places, candidates.entry(i), tree);
            if (place < 0 || most[place] == 0 || (least[place] == 0 && spare == 0)) {
                continue;
            }
            most[place]--;
            if (least[place] > 0) {
                least[place]--;
            } else {
                spare--;
            }
            chosen.set(i);
        }
        return Optional.of(chosen);
    }

    /// Numbers the domains that count, densely; the others get -1.
    private static int[] places(Spread over) {
        Domains domains = over.domains();
        int[] places = new int[domains.count()];
        Arrays.fill(places, -1);
        int next = 0;
        for (int node = domains.nextNode(0); node >= 0; node = domains.nextNode(node + 1)) {
            int domain = domains.of(node);
            if (domain != Domains.NONE && places[domain] < 0 && over.counts().test(node)) {
                places[domain] = next++;
            }
        }
        return places;
    }

    private static int size(int[] places) {
        int size = 0;
        for (int place : places) {
            size = Math.max(size, place + 1);
        }
        return size;
    }

    private int place(Spread over, int[] places, int entry, CandidateTree tree) {
        int domain = over.domains().of(nodeOf(entry, tree));
        return domain == Domains.NONE ? -1 : places[domain];
    }

    /// The node of a unit, or [ResourceGraph#NO_VERTEX] if it has none or several.
    private int nodeOf(int first, CandidateTree tree) {
        int node = ResourceGraph.NO_VERTEX;
        for (int entry = first; entry != CandidateTree.NONE; entry = tree.next(entry)) {
            int above = tree.vertex(entry);
            while (above != ResourceGraph.NO_VERTEX && !graph.isNode(above)) {
                above = graph.parent(above);
            }
            if (above == ResourceGraph.NO_VERTEX || (node != ResourceGraph.NO_VERTEX && above != node)) {
                return ResourceGraph.NO_VERTEX;
            }
            node = above;
        }
        return node;
    }
}
