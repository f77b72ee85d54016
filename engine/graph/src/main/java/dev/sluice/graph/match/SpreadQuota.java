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
/// get units at most M + `maxSkew`. For a given M this bounds the units of each domain from both sides, independently
/// of
/// the others, and the bounds can be met if the units lie between their sums. So each M is tried, the highest first. M
/// is not above the average, nor below the least before.
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
        for (long level = sum / pods.length; level >= fewest; level--) {
            if (quota.fill(pods, room, units, weight, level, maxSkew)) {
                return Optional.of(quota);
            }
        }
        return Optional.empty();
    }

    private boolean fill(long[] pods, long[] room, long units, long weight, long level, long maxSkew) {
        long leastSum = 0;
        long mostSum = 0;
        for (int domain = 0; domain < pods.length; domain++) {
            least[domain] = Math.max(0, Math.ceilDiv(level - pods[domain], weight));
            most[domain] = Math.min(room[domain], Math.max(0, Math.floorDiv(level + maxSkew - pods[domain], weight)));
            if (least[domain] > most[domain]) {
                return false;
            }
            leastSum += least[domain];
            mostSum += most[domain];
        }
        return leastSum <= units && units <= mostSum;
    }
}
