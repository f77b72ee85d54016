package dev.sluice.graph.match;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Computes how many or-slots of each kind to pack so that their total is largest: dynamic programming over the
/// kinds, with the remaining amount of each part as the state.
final class Mixture {

    /// The number of memoized states. Beyond it the kinds are packed greedily in the order of the request.
    private static final int STATES_MAX = 100_000;

    private final long[][] takes;
    private final long most;
    private final Map<List<Long>, long[]> known = new HashMap<>();

    /// @param takes what one slot of each kind takes of each part
    Mixture(long[][] takes, long most) {
        this.takes = takes;
        this.most = most;
    }

    /// The number of slots of each kind to pack.
    long[] best(long[] available) {
        return best(0, available, most);
    }

    private long[] best(int kind, long[] left, long wanted) {
        if (kind == takes.length) {
            return new long[takes.length];
        }
        Long[] state = new Long[left.length + 2];
        Arrays.setAll(state, i -> i < left.length ? left[i] : i == left.length ? (long) kind : wanted);
        List<Long> key = List.of(state);
        long[] solved = known.get(key);
        if (solved != null) {
            return solved;
        }
        long limit = fits(kind, left, wanted);
        long[] best = new long[takes.length];
        long bestCount = -1;
        for (long n = limit; n >= 0 && bestCount < wanted; n--) {
            long[] rest = left.clone();
            for (int part = 0; part < rest.length; part++) {
                rest[part] -= n * takes[kind][part];
            }
            long[] others = best(kind + 1, rest, wanted - n);
            long count = n + Arrays.stream(others).sum();
            if (count > bestCount) {
                bestCount = count;
                best = others.clone();
                best[kind] = n;
            }
            if (known.size() > STATES_MAX || kind == takes.length - 1) {
                break;
            }
        }
        known.put(key, best);
        return best;
    }

    private long fits(int kind, long[] left, long wanted) {
        long limit = wanted;
        for (int part = 0; part < left.length; part++) {
            if (takes[kind][part] > 0) {
                limit = Math.min(limit, left[part] / takes[kind][part]);
            }
        }
        return limit;
    }
}
