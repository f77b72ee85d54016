package dev.sluice.graph.match;

import dev.sluice.graph.match.Candidates.Bundle;
import dev.sluice.graph.match.Candidates.Way;
import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Packs as many slots as candidates allow, the best candidates first, each of them whole.
///
/// The number of slots is what the scarcest part allows by count. As a part may have to take more than
/// it asks for, the candidates may run out before that.
final class SlotPacking {
    private final List<List<Bundle>> supplies = new ArrayList<>();
    private final List<Long> wanted = new ArrayList<>();
    private final int[] used;
    private long slots = Long.MAX_VALUE;

    private SlotPacking(ResourceRequest slot, Candidates inside, boolean highFirst) {
        for (ResourceRequest part : slot.with()) {
            long available = inside.count(part.type());
            long count = part.count().largestAvailable(available);
            slots = count == 0 ? 0 : Math.min(slots, available / count);
            wanted.add(count);
            supplies.add(inside.inOrder(part.type(), highFirst));
        }
        used = new int[supplies.size()];
    }

    /// The slots, each a bundle of what it holds.
    static List<Bundle> pack(ResourceRequest slot, Candidates inside, boolean highFirst) {
        SlotPacking packing = new SlotPacking(slot, inside, highFirst);
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
                Bundle next = supplies.get(part).get(used[part]++);
                ways.add(next.ways().getFirst());
                packed += next.count();
                score += next.score();
            }
        }
        return Optional.of(new Bundle(score, 1, ways));
    }
}
