package dev.sluice.graph.match;

import java.util.Optional;

/// How many units each domain may get, so that no domain in which a unit is placed has more than `maxSkew` pods above
/// the domain with the fewest.
///
/// Kubernetes checks pod by pod: a pod may be placed in a domain if that then has at most `maxSkew` pods more than the
/// least. For pods that are placed together only the result counts, and that is the same: If a result obeys the rule,
/// the pods can be placed in an order in which each obeys it, always in the emptiest domain that still gets pods.
/// Conversely, the least only grows, so where the last pod of a domain obeyed the rule, the result does.
///
/// Let M be the number of pods in the emptiest domain of the result. Then each domain has at least M, and those that
/// get units at most M + `maxSkew`. For a given M this bounds the units of each domain from both sides, whatever the
/// others get, and the bounds can be met if the units lie between their sums. A lower M asks for less and allows less.
/// So the highest M that does not ask for too much is found by halving, and lower ones are tried only while they allow
/// enough: for units of one pod not at all. M is at most the average, and at least the least of before.
///
/// Example: domains with 3, 0 and 1 pods, two more pods, skew 1. M = 2 would take three pods. M = 1 needs one pod for
/// the second domain; the first can get none, the second two, the third one. So the second gets one, and the better
/// place in the second or third decides about the other pod.
final class SpreadQuota {
    private final long[] least;
    private final long[] most;

    private SpreadQuota(int domains) {
        least = new long[domains];
        most = new long[domains];
    }

    /// The number of units that each domain must get.
    long[] least() {
        return least.clone();
    }

    /// The number of units that each domain may get.
    long[] most() {
        return most.clone();
    }

    /// Works out the quota; empty if the units cannot be spread.
    ///
    /// @param pods the pods that each domain has already
    /// @param room how many units each domain has room for
    /// @param units how many units are to be placed
    /// @param weight how many pods a unit has
    static Optional<SpreadQuota> of(long[] pods, long[] room, long units, long weight, long maxSkew) {
        if (pods.length == 0) {
            return Optional.empty();
        }
        long sum = units * weight;
        long fewest = Long.MAX_VALUE;
        for (long there : pods) {
            sum += there;
            fewest = Math.min(fewest, there);
        }
        SpreadQuota quota = new SpreadQuota(pods.length);
        long low = fewest;
        long high = Math.min(sum / pods.length, fewest + units * weight);
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (quota.asksForTooMuch(pods, room, units, weight, middle)) {
                high = middle - 1;
            } else {
                low = middle;
            }
        }
        for (long level = low; level >= fewest && quota.allow(pods, room, weight, level + maxSkew) >= units; level--) {
            boolean asksForTooMuch = quota.asksForTooMuch(pods, room, units, weight, level);
            if (!asksForTooMuch && quota.isConsistent()) {
                return Optional.of(quota);
            }
        }
        return Optional.empty();
    }

    /// Whether the domains have no room for what lifts them to the level, or the units do not suffice for it.
    private boolean asksForTooMuch(long[] pods, long[] room, long units, long weight, long level) {
        long asked = 0;
        boolean hasRoom = true;
        for (int domain = 0; domain < pods.length; domain++) {
            least[domain] = Math.max(0, Math.ceilDiv(level - pods[domain], weight));
            hasRoom &= least[domain] <= room[domain];
            asked += least[domain];
        }
        return !hasRoom || asked > units;
    }

    /// How many units fit if no domain that gets any may have more pods than `limit`.
    private long allow(long[] pods, long[] room, long weight, long limit) {
        long allowed = 0;
        for (int domain = 0; domain < pods.length; domain++) {
            most[domain] = Math.min(room[domain], Math.max(0, Math.floorDiv(limit - pods[domain], weight)));
            allowed += most[domain];
        }
        return allowed;
    }

    /// Units of several pods may be too coarse for a domain: one lifts it above the limit.
    private boolean isConsistent() {
        for (int domain = 0; domain < least.length; domain++) {
            if (least[domain] > most[domain]) {
                return false;
            }
        }
        return true;
    }
}
