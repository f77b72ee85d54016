package dev.sluice.graph.match;

import dev.sluice.graph.Layout;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.Count;
import java.util.Arrays;

/// Packs as many slots as the candidates allow, the best candidates first. A candidate is used whole unless it is a
/// pool.
///
/// The scarcest part bounds the number of slots. A part may have to take more than it requests, so the candidates
/// may run out earlier.
final class Packing {
    /// The most slots packed from the children of one vertex; no vertex has as many.
    private static final int SLOTS_MAX = 1 << 20;

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

    /// Packs a mixture of or-slots by the plan that makes the most of them, in the order of the plan. A single kind
    /// is packed as often as it is wanted. A plan counts amounts, and vertices are used whole: where the candidates
    /// run out before the plan is fulfilled, nothing is packed.
    ///
    /// @param inside the candidates for each type of part
    void packMixture(CompiledResource slots, Candidates[] inside, ResourceGraph graph, Candidates packed) {
        int types = slots.with.length;
        start(inside, types);
        Count[][] counts = new Count[slots.alternatives.length][types];
        long[] available = new long[types];
        for (int type = 0; type < types; type++) {
            available[type] = inside[type].total();
        }
        for (int kind = 0; kind < counts.length; kind++) {
            for (CompiledResource part : slots.alternatives[kind]) {
                counts[kind][CompiledResource.indexOf(slots.with, part.type)] = part.count;
            }
        }
        int[] plan = counts.length == 1
                ? new int[(int) Math.min(SLOTS_MAX, slotsOf(counts[0], available, slots.most))]
                : new Mixture(counts).plan(available);
        for (int kind : plan) {
            for (int type = 0; type < types; type++) {
                Count count = counts[kind][type];
                amounts[type] = count == null ? 0 : count.largestAvailable(available[type]);
            }
            if (!packNext(inside, types, graph, packed)) {
                packed.clear();
                return;
            }
        }
    }

    private static long slotsOf(Count[] counts, long[] available, long most) {
        long slots = most;
        for (int type = 0; type < counts.length; type++) {
            long amount = counts[type].largestAvailable(available[type]);
            slots = amount == 0 ? 0 : Math.min(slots, available[type] / amount);
        }
        return slots;
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
            inside[part].sortInSlot(policy);
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
        // Whatever number the request wants, as only its score counts.
        packed.add(tree.add(ResourceGraph.NO_VERTEX, 1, true, false, CandidateTree.NONE), score, slot.most);
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
