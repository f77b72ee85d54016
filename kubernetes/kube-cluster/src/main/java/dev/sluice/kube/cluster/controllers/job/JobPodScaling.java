package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.cluster.work.DeletionRanking;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Creates or deletes pods to match a Job's parallelism.
record JobPodScaling(
        JobControl control, Job job, List<JsonObject> pods, List<JsonObject> active, JobStatus status, long nowNanos) {

    private static final Comparator<JsonObject> VICTIMS_FIRST = DeletionRanking.FIRST
            .thenComparing(pod -> pod.text("metadata", "creationTimestamp"), Comparator.reverseOrder())
            .thenComparing(KubeObjects::name);

    /// Limits the pods per reconciliation, so that a large Job does not starve others.
    private static final int PODS_PER_RECONCILIATION_MAX = 500;

    void run(long succeeded, Intervals succeededIndexes, @Nullable Intervals failedIndexes, FailureBackoff backoff) {
        int wanted = job.isSuspended() ? 0 : wanted(succeeded);
        List<JsonObject> surplus = surplus(Math.max(0, active.size() - wanted));
        if (!surplus.isEmpty()) {
            List<JsonObject> now = surplus.subList(0, Math.min(surplus.size(), PODS_PER_RECONCILIATION_MAX));
            long gone = control.delete(now, true);
            status.active -= gone;
            status.terminating += gone;
            status.ready -= now.stream()
                    .limit(gone)
                    .filter(pod -> new Pod(pod).isReady())
                    .count();
            return;
        }
        long leaving = job.replacesOnlyFailed() ? status.terminating : 0;
        long missing = Math.min(wanted - leaving - active.size(), PODS_PER_RECONCILIATION_MAX);
        if (missing <= 0 || job.isSuspended()) {
            return;
        }
        if (!job.hasBackoffLimitPerIndex() && backoff.notBeforeNanos() > nowNanos) {
            control.lookAgainAt(backoff.notBeforeNanos());
            return;
        }
        if (job.isIndexed()) {
            createIndexed((int) missing, succeededIndexes, failedIndexes);
        } else {
            for (int i = 0; i < missing; i++) {
                control.create(new JobPodFactory(job).pod());
                status.active++;
            }
        }
    }

    private int wanted(long succeeded) {
        if (!job.hasCompletions()) {
            return succeeded > 0 ? active.size() : job.parallelism();
        }
        return (int) Math.max(0, Math.min(job.completions() - succeeded, job.parallelism()));
    }

    private void createIndexed(int missing, Intervals succeeded, @Nullable Intervals failed) {
        BitSet taken = (BitSet) succeeded.indexes().clone();
        if (failed != null) {
            taken.or(failed.indexes());
        }
        for (JsonObject pod : pods) {
            boolean holds = new Pod(pod).isActive() || (job.replacesOnlyFailed() && new Pod(pod).isTerminating());
            if (holds && JobPods.index(pod) != Pod.NO_INDEX) {
                taken.set(JobPods.index(pod));
            }
        }
        Map<Integer, JsonObject> replaced = new DelayedPods(job, pods, active, succeeded, failed).byIndex();
        long soonest = Long.MAX_VALUE;
        int index = taken.nextClearBit(0);
        for (int looked = 0; index < job.completions() && looked < missing; looked++) {
            JsonObject before = replaced.get(index);
            long due = before == null ? Long.MIN_VALUE : dueAfter(before);
            if (due <= nowNanos) {
                control.create(new JobPodFactory(job).pod(index, before));
                status.active++;
            } else {
                soonest = Math.min(soonest, due);
            }
            index = taken.nextClearBit(index + 1);
        }
        if (soonest != Long.MAX_VALUE) {
            control.lookAgainAt(soonest);
        }
    }

    private static long dueAfter(JsonObject failed) {
        int failures = (int) DelayedPods.failures(failed) + 1;
        return FailureBackoff.finishedNanos(failed) + FailureBackoff.delayAfter(failures);
    }

    /// Returns the pods to delete: those without an index or with a duplicate one first, then by [DeletionRanking].
    private List<JsonObject> surplus(int atLeast) {
        List<JsonObject> surplus = new ArrayList<>();
        List<JsonObject> left = new ArrayList<>();
        if (job.isIndexed()) {
            Map<Integer, List<JsonObject>> byIndex = new TreeMap<>();
            for (JsonObject pod : active) {
                byIndex.computeIfAbsent(
                                JobPods.hasValidIndex(job, pod) ? JobPods.index(pod) : Pod.NO_INDEX,
                                _ -> new ArrayList<>())
                        .add(pod);
            }
            byIndex.forEach((index, same) -> {
                same.sort(VICTIMS_FIRST);
                int kept = index == Pod.NO_INDEX ? 0 : 1;
                surplus.addAll(same.subList(0, same.size() - kept));
                left.addAll(same.subList(same.size() - kept, same.size()));
            });
        } else {
            left.addAll(active);
        }
        if (surplus.size() < atLeast) {
            left.sort(VICTIMS_FIRST);
            surplus.addAll(left.subList(0, atLeast - surplus.size()));
        }
        return surplus;
    }
}
