package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.cluster.object.Pods;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Makes the pods of a Job as many as they should be.
record JobScale(
        JobHands hands, JobSpec spec, List<JsonObject> pods, List<JsonObject> active, JobStatus status, long nowNanos) {

    /// One Job with many pods does not keep all others waiting.
    private static final int PODS_PER_LOOK_MAX = 500;

    void run(long succeeded, Intervals succeededIndexes, @Nullable Intervals failedIndexes, FailureBackoff backoff) {
        int wanted = spec.isSuspended() ? 0 : wanted(succeeded);
        List<JsonObject> surplus = surplus(Math.max(0, active.size() - wanted));
        if (!surplus.isEmpty()) {
            List<JsonObject> now = surplus.subList(0, Math.min(surplus.size(), PODS_PER_LOOK_MAX));
            long gone = hands.delete(now, true);
            status.active -= gone;
            status.terminating += gone;
            status.ready -= now.stream().limit(gone).filter(Pods::isReady).count();
            return;
        }
        long leaving = spec.replacesOnlyFailed() ? status.terminating : 0;
        long missing = Math.min(wanted - leaving - active.size(), PODS_PER_LOOK_MAX);
        if (missing <= 0 || spec.isSuspended()) {
            return;
        }
        if (!spec.hasBackoffLimitPerIndex() && backoff.notBeforeNanos() > nowNanos) {
            hands.lookAgainAt(backoff.notBeforeNanos());
            return;
        }
        if (spec.isIndexed()) {
            createIndexed((int) missing, succeededIndexes, failedIndexes);
        } else {
            for (int i = 0; i < missing; i++) {
                hands.create(new JobPodFactory(spec).pod());
                status.active++;
            }
        }
    }

    private int wanted(long succeeded) {
        if (!spec.hasCompletions()) {
            return succeeded > 0 ? active.size() : spec.parallelism();
        }
        return (int) Math.max(0, Math.min(spec.completions() - succeeded, spec.parallelism()));
    }

    private void createIndexed(int missing, Intervals succeeded, @Nullable Intervals failed) {
        BitSet taken = (BitSet) succeeded.indexes().clone();
        if (failed != null) {
            taken.or(failed.indexes());
        }
        for (JsonObject pod : pods) {
            boolean holds = Pods.isActive(pod) || (spec.replacesOnlyFailed() && Pods.isLeaving(pod));
            if (holds && JobSpec.index(pod) != JobSpec.NO_INDEX) {
                taken.set(JobSpec.index(pod));
            }
        }
        Map<Integer, JsonObject> replaced = new DelayedPods(spec, pods, active, succeeded, failed).byIndex();
        long soonest = Long.MAX_VALUE;
        int index = taken.nextClearBit(0);
        for (int looked = 0; index < spec.completions() && looked < missing; looked++) {
            JsonObject before = replaced.get(index);
            long due = before == null ? Long.MIN_VALUE : dueAfter(before);
            if (due <= nowNanos) {
                hands.create(new JobPodFactory(spec).pod(index, before));
                status.active++;
            } else {
                soonest = Math.min(soonest, due);
            }
            index = taken.nextClearBit(index + 1);
        }
        if (soonest != Long.MAX_VALUE) {
            hands.lookAgainAt(soonest);
        }
    }

    private static long dueAfter(JsonObject failed) {
        int failures = (int) DelayedPods.failures(failed) + 1;
        return FailureBackoff.finishedNanos(failed) + FailureBackoff.delayAfter(failures);
    }

    /// Who has no index, or another's, and then who is missed least.
    private List<JsonObject> surplus(int atLeast) {
        List<JsonObject> surplus = new ArrayList<>();
        List<JsonObject> left = new ArrayList<>();
        if (spec.isIndexed()) {
            Map<Integer, List<JsonObject>> byIndex = new TreeMap<>();
            for (JsonObject pod : active) {
                byIndex.computeIfAbsent(
                                spec.hasValidIndex(pod) ? JobSpec.index(pod) : JobSpec.NO_INDEX, _ -> new ArrayList<>())
                        .add(pod);
            }
            byIndex.forEach((index, same) -> {
                same.sort(Pods.LEAST_MISSED_FIRST);
                int kept = index == JobSpec.NO_INDEX ? 0 : 1;
                surplus.addAll(same.subList(0, same.size() - kept));
                left.addAll(same.subList(same.size() - kept, same.size()));
            });
        } else {
            left.addAll(active);
        }
        if (surplus.size() < atLeast) {
            left.sort(Pods.LEAST_MISSED_FIRST);
            surplus.addAll(left.subList(0, atLeast - surplus.size()));
        }
        return surplus;
    }
}
