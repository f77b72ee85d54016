package dev.sluice.scheduling.order;

import dev.sluice.queue.Job;
import dev.sluice.scheduling.machine.RequestShape;

/// Orders by a weighted sum: the job's priority, its waiting time and its size.
///
/// Age has no cap. All waiting jobs age together, so the difference between two jobs is fixed at submission: `weight
/// × (now − submitted)` differs by `weight × (difference of submission)` at any time. So the key never changes; a
/// capped age would require sorting the whole queue repeatedly.
///
/// @param priority weight of each unit of priority
/// @param ageSecond weight of each second of waiting
/// @param core weight of each core; negative to favour small jobs
public record WeightedOrder(long priority, long ageSecond, long core) implements JobOrder {

    /// Larger weights would overflow when multiplied with seconds since the epoch or a 32-bit priority.
    public static final long WEIGHT_MAX = 1 << 28;

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    public WeightedOrder {
        requireWeight("priority", priority);
        requireWeight("age", ageSecond);
        requireWeight("core", core);
    }

    /// Returns whether all weights are 0, so that the order is by submission.
    public boolean isFlat() {
        return priority == 0 && ageSecond == 0 && core == 0;
    }

    @Override
    public long key(Job job, RequestShape shape, long submittedNanos) {
        long level = Math.clamp(job.queuePriority().priority(), Integer.MIN_VALUE, Integer.MAX_VALUE);
        return ageSecond * (submittedNanos / NANOS_PER_SECOND) - priority * level - core * shape.cores();
    }

    private static void requireWeight(String name, long weight) {
        if (Math.abs(weight) > WEIGHT_MAX) {
            throw new IllegalArgumentException(
                    "weight (" + weight + ") of " + name + " is not in -(" + WEIGHT_MAX + ") to (" + WEIGHT_MAX + ")");
        }
    }
}
