package dev.sluice.graph.match;

import dev.sluice.jobspec.Count;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Plans which of several kinds of slots to pack one after another, so that there are as many as possible: dynamic
/// programming with what is left of each type as the state.
///
/// In each state every kind takes the most that its counts and what is left allow. The kind that leads to the most
/// slots comes next, the first one of equals. For example, 4 cores and 1 GPU, and the kinds *(2 cores, 1 GPU)* and
/// *(1 core)*: the first kind leads to 3 slots, the second to 4 that leave the GPU. So four of the second are planned.
///
/// Cost: the number of states, times the kinds.
final class Mixture {
    /// The number of memoized states. Beyond it the first kind that fits comes next.
    private static final int STATES_MAX = 100_000;

    /// The slots of one plan, and the depth of the recursion. No vertex of a real machine has as many slots.
    private static final int SLOTS_MAX = 1024;

    private record Choice(int slots, int kind) {
        static final Choice NOTHING = new Choice(0, -1);
    }

    private final @Nullable Count[][] counts;
    private final Map<List<Long>, Choice> known = new HashMap<>();

    /// @param counts what one slot of each kind takes of each type; null if it takes none
    Mixture(@Nullable Count[][] counts) {
        this.counts = counts;
    }

    /// The kinds of the slots to pack, in this order.
    int[] plan(long[] available) {
        boolean isSmall = slotsAtMost(available) <= SLOTS_MAX;
        long[] left = available.clone();
        int[] plan = new int[SLOTS_MAX];
        int planned = 0;
        while (planned < SLOTS_MAX) {
            int kind = isSmall ? best(left).kind() : firstThatFits(left);
            if (kind < 0) {
                break;
            }
            plan[planned++] = kind;
            left = without(kind, left);
        }
        return Arrays.copyOf(plan, planned);
    }

    private Choice best(long[] left) {
        List<Long> state = Arrays.stream(left).boxed().toList();
        Choice solved = known.get(state);
        if (solved != null) {
            return solved;
        }
        Choice best = Choice.NOTHING;
        for (int kind = 0; kind < counts.length; kind++) {
            if (fits(kind, left)) {
                int slots = 1 + best(without(kind, left)).slots();
                best = slots > best.slots() ? new Choice(slots, kind) : best;
                if (known.size() > STATES_MAX) {
                    break;
                }
            }
        }
        known.put(state, best);
        return best;
    }

    private int firstThatFits(long[] left) {
        for (int kind = 0; kind < counts.length; kind++) {
            if (fits(kind, left)) {
                return kind;
            }
        }
        return -1;
    }

    private boolean fits(int kind, long[] left) {
        for (int type = 0; type < left.length; type++) {
            if (counts[kind][type] != null && amount(kind, type, left[type]) == 0) {
                return false;
            }
        }
        return true;
    }

    private long[] without(int kind, long[] left) {
        long[] rest = left.clone();
        for (int type = 0; type < left.length; type++) {
            rest[type] -= amount(kind, type, left[type]);
        }
        return rest;
    }

    private long amount(int kind, int type, long left) {
        Count count = counts[kind][type];
        return count == null ? 0 : count.largestAvailable(left);
    }

    private long slotsAtMost(long[] available) {
        long all = 0;
        for (Count[] kind : counts) {
            long slots = SLOTS_MAX;
            for (int type = 0; type < available.length; type++) {
                Count count = kind[type];
                slots = count == null ? slots : Math.min(slots, available[type] / Math.max(1, count.min()));
            }
            all += slots;
        }
        return all;
    }
}
