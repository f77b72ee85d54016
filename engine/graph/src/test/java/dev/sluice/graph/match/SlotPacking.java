package dev.sluice.graph.match;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.PlainCandidates.Bundle;
import dev.sluice.graph.match.PlainCandidates.Way;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Packs as many slots as the candidates allow, the best candidates first, each of them whole.
///
/// The scarcest part bounds the number of slots. A part may have to take more than it requests, so the candidates
/// may run out earlier.
final class SlotPacking {
    private final List<List<Bundle>> supplies = new ArrayList<>();
    private final List<Long> wanted = new ArrayList<>();
    private final int[] used;

    /// By part: the amount taken so far of the pool in use.
    private final long[] taken;

    private final ResourceGraph graph;
    private long slots = Long.MAX_VALUE;

    private SlotPacking(ResourceGraph graph, ResourceRequest slot, PlainCandidates inside, MatchPolicy policy) {
        for (ResourceRequest part : slot.with()) {
            long available = inside.count(part.type());
            long count = part.count().largestAvailable(available);
            slots = count == 0 ? 0 : Math.min(slots, available / count);
            wanted.add(count);
            supplies.add(inside.inOrderForSlot(part.type(), policy));
        }
        used = new int[supplies.size()];
        taken = new long[supplies.size()];
        this.graph = graph;
    }

    /// The slots, each a bundle of its vertices.
    static List<Bundle> pack(ResourceGraph graph, ResourceRequest slot, PlainCandidates inside, MatchPolicy policy) {
        SlotPacking packing = new SlotPacking(graph, slot, inside, policy);
        List<Bundle> packed = new ArrayList<>();
        while (packed.size() < packing.slots) {
            Optional<Bundle> next = packing.packNext();
            if (next.isEmpty()) {
                break;
            }
            packed.add(next.get());
        }
        return packed;
    }

    private Optional<Bundle> packNext() {
        List<Way> ways = new ArrayList<>();
        long score = 1;
        for (int part = 0; part < supplies.size(); part++) {
            long packed = 0;
            while (packed < wanted.get(part)) {
                if (used[part] == supplies.get(part).size()) {
                    return Optional.empty();
                }
                Bundle next = supplies.get(part).get(used[part]);
                Way way = next.ways().getFirst();
                score += next.score();
                if (graph.isDivisible(graph.target(way.edge())) && !way.exclusive()) {
                    long amount = Math.min(next.count() - taken[part], wanted.get(part) - packed);
                    ways.add(way.with(amount));
                    packed += amount;
                    taken[part] += amount;
                    if (taken[part] == next.count()) {
                        taken[part] = 0;
                        used[part]++;
                    }
                } else {
                    ways.add(way);
                    packed += next.count();
                    used[part]++;
                }
            }
        }
        return Optional.of(new Bundle(score, 1, ways));
    }
}
