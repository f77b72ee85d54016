package dev.sluice.scheduling.order;

import dev.sluice.queue.Job;
import dev.sluice.scheduling.machine.RequestShape;

/// By a sum of factors: the job's priority, how long it waits, and how large it is.
///
/// Age counts without a cap. As all who wait grow older together, what they gain on each other is settled when
/// they are submitted: `weight × (now − submitted)` differs between two jobs by `weight × (difference of
/// submission)` at any time. So the key is fixed, where a capped age would make the whole queue be sorted again
/// and again.
///
/// @param priority for each unit of priority
/// @param ageSecond for each second of waiting
/// @param core for each core; negative if small jobs are to go first
public record WeightedOrder(long priority, long ageSecond, long core) implements JobOrder {

    /// Products of a weight up to this with seconds since the epoch or a priority of 32 bits do not overflow.
    public static final long WEIGHT_MAX = 1 << 28;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    public WeightedOrder {
        requireWeight("priority", priority);
        requireWeight("age", ageSecond);
        requireWeight("core", core);
    }

    /// Whether all weights are 0, so that jobs go by submission.
    public boolean isFlat() {
        return priority == 0 && ageSecond == 0 && core == 0;
    }

    @Override
    public long key(Job job, RequestShape shape, long submittedNanos) {
        long level = Math.clamp(job.standing().priority(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        return ageSecond * (submittedNanos / NANOS_PER_SECOND) - priority * level - core * shape.cores();
    }

    private static void requireWeight(String name, long weight) {
        if (Math.abs(weight) > WEIGHT_MAX) {
            throw new IllegalArgumentException(
                    "weight (" + weight + ") of " + name + " is not in -(" + WEIGHT_MAX + ") to (" + WEIGHT_MAX + ")");
        }
    }
}
