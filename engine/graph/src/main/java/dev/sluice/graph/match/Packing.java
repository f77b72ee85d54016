package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;

/// Packs as many slots as the candidates allow, the best candidates first. A candidate is used whole unless it is a
/// pool.
///
/// The scarcest part bounds the number of slots. A part may have to take more than it requests, so the candidates
/// may run out earlier.
final class Packing {
    /// The most or-slots packed from the children of one vertex; no vertex has as many.
    private static final long MIXTURE_MAX = 1 << 20;

    private final CandidateTree tree;
    private final MatchPolicy policy;
    private int[] used = new int[8];
    private long[] takenOfPool = new long[8];
    private long[] amounts = new long[8];

    Packing(CandidateTree tree, MatchPolicy policy) {
        this.tree = tree;
        this.policy = policy;
    }

    /// @param inside the candidates for each part of the slot
    /// @param packed receives a bundle for each slot
    void pack(CompiledResource slot, Candidates[] inside, ResourceGraph graph, Candidates packed) {
        start(inside, slot.with.length);
        long slots = Long.MAX_VALUE;
        for (int part = 0; part < slot.with.length; part++) {
            long available = inside[part].total();
            amounts[part] = slot.with[part].count.largestAvailable(available);
            slots = amounts[part] == 0 ? 0 : Math.min(slots, available / amounts[part]);
        }
        while (packed.size() < slots && packNext(inside, slot.with.length, graph, packed)) {
            // Each call adds one slot.
        }
    }

    /// Packs the largest mixture of or-slots. Of two mixtures of the same size, takes the one with more slots of
    /// the kinds that the request names first.
    ///
    /// @param inside the candidates for each type of part
    void packMixture(CompiledResource slots, Candidates[] inside, ResourceGraph graph, Candidates packed) {
        int types = slots.with.length;
        start(inside, types);
        long[][] takes = new long[slots.alternatives.length][types];
        for (int i = 0; i < takes.length; i++) {
            for (CompiledResource part : slots.alternatives[i]) {
                takes[i][CompiledResource.indexOf(slots.with, part.type)] += part.count.min();
            }
        }
        long[] available = new long[types];
        for (int type = 0; type < types; type++) {
            available[type] = inside[type].total();
        }
        long[] mixture = new Mixture(takes, Math.min(slots.most, MIXTURE_MAX)).best(available);
        for (int i = 0; i < takes.length; i++) {
            System.arraycopy(takes[i], 0, amounts, 0, types);
            for (long n = 0; n < mixture[i]; n++) {
                if (!packNext(inside, types, graph, packed)) {
                    return;
                }
            }
        }
    }

    private void start(Candidates[] inside, int parts) {
        if (used.length < parts) {
            used = new int[parts];
            takenOfPool = new long[parts];
            amounts = new long[parts];
        }
        Arrays.fill(used, 0, parts, 0);
        Arrays.fill(takenOfPool, 0, parts, 0);
        for (int part = 0; part < parts; part++) {
            inside[part].sort(policy);
        }
    }

    /// Adds one bundle whose score bounds that of any slot packed from these candidates or a part of them. Fewer
    /// candidates can improve a slot's score under a policy that prefers low scores, as a slot with a range of
    /// counts then takes fewer vertices. So the best score is estimated instead of packed.
    void estimate(CompiledResource slot, Candidates[] inside, Layout layout, Candidates packed) {
        long score = 1;
        for (int part = 0; part < slot.with.length; part++) {
            CompiledResource wanted = slot.with[part];
            Candidates supply = inside[part];
            if (supply.total() < wanted.count.min()) {
                return;
            }
            supply.sort(policy);
            long vertices = fewest(wanted, layout, policy.highFirst());
            for (int i = 0; i < Math.min(vertices, supply.size()); i++) {
                score += supply.score(i);
            }
        }
        packed.add(CandidateTree.NONE, score, 1);
    }

    /// How many vertices of a part count for the bound: all that a slot may take, or as few as it can take.
    static long fewest(CompiledResource wanted, Layout layout, boolean highFirst) {
        long largest = Math.max(1, layout.largest(wanted.type));
        return highFirst ? wanted.most : (wanted.count.min() + largest - 1) / largest;
    }

    private boolean packNext(Candidates[] inside, int parts, ResourceGraph graph, Candidates packed) {
        int first = CandidateTree.NONE;
        int last = CandidateTree.NONE;
        long score = 1;
        for (int part = 0; part < parts; part++) {
            Candidates supply = inside[part];
            long missing = amounts[part];
            while (missing > 0) {
                if (used[part] == supply.size()) {
                    return false;
                }
                int candidate = supply.entry(used[part]);
                score += supply.score(used[part]);
                int entry;
                if (graph.isDivisible(tree.vertex(candidate)) && !tree.isExclusive(candidate)) {
                    long left = supply.count(used[part]) - takenOfPool[part];
                    long amount = Math.min(left, missing);
                    entry = tree.copy(candidate, amount);
                    missing -= amount;
                    takenOfPool[part] = amount == left ? 0 : takenOfPool[part] + amount;
                    used[part] += amount == left ? 1 : 0;
                } else {
                    entry = candidate;
                    missing -= supply.count(used[part]++);
                }
                if (last == CandidateTree.NONE) {
                    first = entry;
                } else {
                    tree.setNext(last, entry);
                }
                last = entry;
            }
        }
        packed.add(first, score, 1);
        return true;
    }
}
