package dev.sluice.kube.cluster.controllers.job;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.object.Times;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reconciles a Job: counts finished pods, creates or deletes pods, and updates the status.
///
/// Pods are counted exactly once. A finished pod's uid is first added to `uncountedTerminatedPods`, then the pod loses
/// its tracking finalizer, then it is counted and its uid removed. After an interruption the next reconciliation
/// continues from there. Completion indexes count only once in any case, so they need no uid.
final class JobReconciliation {
    /// Limits the size of the status.
    static final int UNCOUNTED_MAX = 500;

    private final JobControl control;
    private final Job job;
    private final List<JsonObject> pods;
    private final List<JsonObject> active;
    private final long nowNanos;
    private final JobStatus status;
    private Intervals succeededIndexes = new Intervals(new BitSet());
    private Intervals formerIndexes = new Intervals(new BitSet());
    private @Nullable Intervals failedIndexes;
    private @Nullable JobEnd end;

    /// Why a Job finishes.
    private record JobEnd(boolean isSuccess, String reason, String message) {}

    JobReconciliation(JobControl control, Job job, List<JsonObject> pods, long nowNanos) {
        this.control = control;
        this.job = job;
        this.pods = new ArrayList<>(pods);
        if (job.isIndexed()) {
            this.pods.sort(Comparator.comparingInt(JobPods::index));
        }
        this.active = pods.stream().filter(pod -> new Pod(pod).isActive()).toList();
        this.nowNanos = nowNanos;
        this.status = new JobStatus(job.json());
    }

    /// @param before the failures so far
    FailureBackoff run(FailureBackoff before) {
        List<JsonObject> newlySucceeded = uncounted(status.uncountedSucceeded, Pod.SUCCEEDED);
        List<JsonObject> newlyFailed = uncounted(status.uncountedFailed, Pod.FAILED);
        FailureBackoff backoff = before.after(newlySucceeded, newlyFailed);
        long succeeded = status.succeeded + newlySucceeded.size() + status.uncountedSucceeded.size();
        long failed = status.failed
                + newlyFailed.stream()
                        .filter(pod -> FailurePolicy.ofJob(job).of(pod).counts())
                        .count()
                + status.uncountedFailed.size();
        status.ready = active.stream().filter(pod -> new Pod(pod).isReady()).count();
        status.terminating =
                pods.stream().filter(pod -> new Pod(pod).isTerminating()).count();
        status.active = active.size();
        if (status.startTime.isEmpty() && !job.isSuspended()) {
            status.startTime = Times.text(nowNanos);
        }
        end = endAlreadySaid();
        if (end == null) {
            end = failure(failed);
        }
        if (job.isIndexed()) {
            weighIndexes();
            succeeded = succeededIndexes.total();
        }
        if (end != null) {
            stopEverything();
        } else {
            goOn(succeeded, backoff);
        }
        count();
        return backoff;
    }

    private List<JsonObject> uncounted(Set<String> known, String phase) {
        return pods.stream()
                .filter(pod -> JobPods.isTracked(pod) && !known.contains(KubeObjects.uid(pod)))
                .filter(pod -> !job.isIndexed() || JobPods.hasValidIndex(job, pod))
                .filter(pod -> phase.equals(Pod.FAILED) ? JobPods.isFailed(job, pod) : new Pod(pod).hasSucceeded())
                .toList();
    }

    private @Nullable JobEnd endAlreadySaid() {
        for (String type : List.of("SuccessCriteriaMet", "FailureTarget")) {
            JsonObject said = Conditions.find(status.conditions, type);
            if (said != null && said.text("status").equals(Conditions.TRUE)) {
                return new JobEnd(type.equals("SuccessCriteriaMet"), said.text("reason"), said.text("message"));
            }
        }
        return null;
    }

    private @Nullable JobEnd failure(long failed) {
        FailurePolicy policy = FailurePolicy.ofJob(job);
        if (policy.isThere()) {
            for (JsonObject pod : pods) {
                String why = JobPods.isFailed(job, pod) ? policy.of(pod).failJob() : null;
                if (why != null) {
                    return new JobEnd(false, "PodFailurePolicy", why);
                }
            }
        }
        if (failed > job.backoffLimit() || isPastRestarts()) {
            return new JobEnd(false, "BackoffLimitExceeded", "Job has reached the specified backoff limit");
        }
        OptionalLong deadline = job.number("activeDeadlineSeconds");
        if (deadline.isPresent() && !job.isSuspended()) {
            long due = Times.parse(status.startTime, nowNanos) + deadline.getAsLong() * Clock.NANOS_PER_SECOND;
            if (nowNanos >= due) {
                return new JobEnd(false, "DeadlineExceeded", "Job was active longer than specified deadline");
            }
            control.lookAgainAt(due);
        }
        return null;
    }

    /// Restarts of containers count towards the backoff limit, too.
    private boolean isPastRestarts() {
        if (!job.template().text("spec", "restartPolicy").equals("OnFailure")) {
            return false;
        }
        long restarts = 0;
        for (JsonObject pod : pods) {
            if (!new Pod(pod).isTerminal()) {
                for (String list : new String[] {"initContainerStatuses", "containerStatuses"}) {
                    for (int i = 0; i < pod.array("status", list).size(); i++) {
                        restarts += pod.array("status", list).object(i).number(0, "restartCount");
                    }
                }
            }
        }
        return job.backoffLimit() == 0 ? restarts > 0 : restarts >= job.backoffLimit();
    }

    private void weighIndexes() {
        formerIndexes = Intervals.parse(status.completedIndexes, job.completions());
        BitSet succeeded = new BitSet();
        BitSet failed = new BitSet();
        for (JsonObject pod : pods) {
            if (!JobPods.hasValidIndex(job, pod) || !JobPods.isTracked(pod)) {
                continue;
            }
            if (new Pod(pod).hasSucceeded()) {
                succeeded.set(JobPods.index(pod));
            } else if (isIndexFailed(pod)) {
                failed.set(JobPods.index(pod));
            }
        }
        succeededIndexes = formerIndexes.plus(succeeded);
        if (job.hasBackoffLimitPerIndex()) {
            String known = status.failedIndexes == null ? "" : status.failedIndexes;
            Intervals all = Intervals.parse(known, job.completions()).plus(failed);
            failedIndexes = all;
            OptionalLong most = job.number("maxFailedIndexes");
            if (end == null && most.isPresent() && all.total() > most.getAsLong()) {
                end = new JobEnd(
                        false,
                        "MaxFailedIndexesExceeded",
                        "Job has exceeded the specified maximal number of failed indexes");
            } else if (end == null && all.total() > 0 && all.total() + succeededIndexes.total() >= job.completions()) {
                end = new JobEnd(false, "FailedIndexes", "Job has failed indexes");
            }
        }
        OptionalInt rule = new SuccessPolicy(job.json().array("spec", "successPolicy", "rules"))
                .metBy(succeededIndexes, job.completions());
        if (end == null && rule.isPresent()) {
            end = new JobEnd(true, "SuccessPolicy", "Matched rules at index " + rule.getAsInt());
        }
    }

    private boolean isIndexFailed(JsonObject pod) {
        if (!job.hasBackoffLimitPerIndex() || !JobPods.isFailed(job, pod)) {
            return false;
        }
        FailurePolicy.Verdict verdict = FailurePolicy.ofJob(job).of(pod);
        return verdict.failsIndex()
                || (verdict.counts() && JobPodFactory.count(pod, JobPodFactory.FAILURES) >= job.backoffLimitPerIndex());
    }

    private void stopEverything() {
        long gone = control.delete(active, false);
        status.ready -= Math.min(
                status.ready,
                active.stream()
                        .limit(gone)
                        .filter(pod -> new Pod(pod).isReady())
                        .count());
        status.active -= gone;
        status.terminating += gone;
        if (gone != active.size()) {
            end = null;
        }
    }

    private void goOn(long succeeded, FailureBackoff backoff) {
        boolean isManaged = !KubeObjects.isTerminating(job.json());
        if (isManaged) {
            JobPodScaling scale = new JobPodScaling(control, job, pods, active, status, nowNanos);
            scale.run(succeeded, succeededIndexes, failedIndexes, backoff);
        }
        long wanted = job.hasCompletions() ? job.completions() : 1;
        if (succeeded >= wanted && status.active == 0) {
            end = new JobEnd(true, "CompletionsReached", "Reached expected number of succeeded pods");
        } else if (isManaged && job.isSuspended()) {
            if (status.set("Suspended", Conditions.TRUE, "JobSuspended", "Job suspended", nowNanos)) {
                status.startTime = "";
                control.normal("Suspended", "Job suspended");
            }
        } else if (isManaged && status.set("Suspended", Conditions.FALSE, "JobResumed", "Job resumed", nowNanos)) {
            status.startTime = Times.text(nowNanos);
            control.normal("Resumed", "Job resumed");
        }
    }

    private void count() {
        Set<String> tracked = new HashSet<>();
        for (JsonObject pod : pods) {
            if (JobPods.isTracked(pod)) {
                tracked.add(KubeObjects.uid(pod));
            }
        }
        status.countUntracked(tracked);
        Set<String> delayed = new DelayedPods(job, pods, active, succeededIndexes, failedIndexes).uids();
        List<JsonObject> released = new ArrayList<>();
        BitSet newIndexes = new BitSet();
        boolean isFull = false;
        for (JsonObject pod : pods) {
            if (!JobPods.isTracked(pod) || !canBeReleased(pod, delayed)) {
                continue;
            }
            released.add(pod);
            note(pod, newIndexes);
            if (newIndexes.cardinality() + status.uncountedSucceeded.size() + status.uncountedFailed.size()
                    >= UNCOUNTED_MAX) {
                isFull = true;
                break;
            }
        }
        if (job.isIndexed()) {
            Intervals all = formerIndexes.plus(newIndexes);
            status.completedIndexes = all.toString();
            status.succeeded = all.total();
            status.failedIndexes = failedIndexes == null ? null : failedIndexes.toString();
        }
        JobEnd ending = end;
        if (ending != null) {
            status.set(
                    ending.isSuccess() ? "SuccessCriteriaMet" : "FailureTarget",
                    Conditions.TRUE,
                    ending.reason(),
                    ending.message(),
                    nowNanos);
        }
        control.write(status);
        tracked.removeAll(control.release(released));
        status.countUntracked(tracked);
        boolean isOver = ending != null && !isFull && !status.hasUncounted() && status.terminating == 0;
        if (ending != null && isOver) {
            status.set(
                    ending.isSuccess() ? "Complete" : "Failed",
                    Conditions.TRUE,
                    ending.reason(),
                    ending.message(),
                    nowNanos);
            if (ending.isSuccess()) {
                status.completionTime = Times.text(nowNanos);
            }
        }
        control.write(status);
        if (ending != null && isOver) {
            recordEnd(ending);
        }
    }

    private void recordEnd(JobEnd ending) {
        if (!ending.isSuccess()) {
            control.warning(ending.reason(), ending.message());
            return;
        }
        if (job.hasCompletions() && status.succeeded > job.completions()) {
            control.warning("TooManySucceededPods", "Too many succeeded pods running after completion count reached");
        }
        control.normal("Completed", "Job completed");
    }

    private boolean canBeReleased(JsonObject pod, Set<String> delayed) {
        if (KubeObjects.isTerminating(job.json()) || end != null || new Pod(pod).hasSucceeded()) {
            return true;
        }
        return JobPods.isFailed(job, pod) && !delayed.contains(KubeObjects.uid(pod));
    }

    private void note(JsonObject pod, BitSet newIndexes) {
        String uid = KubeObjects.uid(pod);
        JobEnd ending = end;
        if (new Pod(pod).hasSucceeded() && !status.uncountedFailed.contains(uid)) {
            if (!job.isIndexed()) {
                status.uncountedSucceeded.add(uid);
            } else if (JobPods.hasValidIndex(job, pod) && !formerIndexes.has(JobPods.index(pod))) {
                newIndexes.set(JobPods.index(pod));
            }
        } else if (JobPods.isFailed(job, pod) || (ending != null && !ending.isSuccess())) {
            boolean isOurs = !job.isIndexed() || JobPods.hasValidIndex(job, pod);
            if (isOurs && FailurePolicy.ofJob(job).of(pod).counts()) {
                status.uncountedFailed.add(uid);
            }
        }
    }
}
