package dev.sluice.controller.workload;

import dev.sluice.controller.intake.PodGroupName;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.image.JobTable;
import dev.sluice.runtime.id.TimeOrderedIds;
import dev.sluice.runtime.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The workloads, by the UIDs of their objects and by the ids of their jobs.
final class WorkloadIndex {
    private final Clock clock;
    private final Map<String, Workload> byUid = new HashMap<>();
    private final Map<Long, Workload> byId = new HashMap<>();

    /// The workloads by the UIDs of their pods. A pod that has a place keeps it, also when its Job is deleted without
    /// it, releases it, or its group's label is removed.
    private final Map<String, Workload> byPod = new HashMap<>();

    /// The Jobs by name; of several that had the name one after another, the last.
    private final Map<ObjectKey, Workload> byKey = new HashMap<>();

    /// The workloads that wait for a job's end, by its id.
    private final Map<Long, List<Workload>> dependents = new HashMap<>();
    private @Nullable TimeOrderedIds ids;

    WorkloadIndex(Clock clock) {
        this.clock = clock;
    }

    Workload add(Job job, WorkloadRef ref) {
        Workload work = new Workload(job.id(), ref);
        work.describePods(job);
        byUid.put(ref.uid(), work);
        byId.put(work.id, work);
        if (ref.isJob()) {
            byKey.put(ref.key(), work);
        }
        await(work, job);
        return work;
    }

    /// Notes which jobs a workload waits for.
    void await(Workload work, Job job) {
        for (Condition condition : job.conditions()) {
            condition
                    .dependsOn()
                    .ifPresent(id -> dependents
                            .computeIfAbsent(id, _ -> new ArrayList<>())
                            .add(work));
        }
    }

    void remove(Workload work) {
        byUid.remove(work.ref.uid(), work);
        byId.remove(work.id);
        byKey.remove(work.ref.key(), work);
        work.pods.keySet().forEach(uid -> byPod.remove(uid, work));
    }

    /// Returns the pod of a workload, which it has from now on.
    WorkloadPod addPod(Workload work, JsonObject pod) {
        byPod.put(KubeObjects.uid(pod), work);
        return work.pods.computeIfAbsent(KubeObjects.uid(pod), _ -> new WorkloadPod(pod));
    }

    /// Notes that a pod is gone, or is not the workload's any more.
    void removePod(Workload work, WorkloadPod pod) {
        work.forget(pod);
        byPod.remove(pod.uid, work);
    }

    /// Removes and returns the workloads that waited for the end of a job.
    List<Workload> takeDependents(long id) {
        List<Workload> those = dependents.remove(id);
        return those == null ? List.of() : those;
    }

    @Nullable
    Workload ofKey(ObjectKey job) {
        return byKey.get(job);
    }

    @Nullable
    Workload ofObject(String uid) {
        return byUid.get(uid);
    }

    @Nullable
    Workload ofJob(long id) {
        return byId.get(id);
    }

    /// Returns the id of an object's job, or of the job that has the pod; 0 if there is none.
    long jobOf(String uid) {
        Workload own = byUid.get(uid);
        Workload work = own == null ? byPod.get(uid) : own;
        return work == null ? 0 : work.id;
    }

    /// Returns the workload of a pod: its own, the one that has it, that of its Job, or of its group.
    @Nullable
    Workload ofPod(JsonObject pod) {
        Workload own = byUid.get(KubeObjects.uid(pod));
        if (own != null) {
            // Also of a pod whose Job ran past the queue and is queued by now.
            return own;
        }
        Workload known = byPod.get(KubeObjects.uid(pod));
        if (known != null) {
            return known;
        }
        JsonObject owner = Owners.controller(pod);
        Workload ofOwner = owner == null ? null : byUid.get(owner.text("uid"));
        if (ofOwner != null) {
            return ofOwner;
        }
        return PodGroupName.of(pod)
                .map(name -> byUid.get(name.ref().uid()))
                .filter(work -> work.mayTake(pod))
                .orElse(null);
    }

    List<Workload> all() {
        return new ArrayList<>(byUid.values());
    }

    /// Returns an id for a new job, higher than those of all jobs before it. Jobs that have ended count too: late
    /// reports may name them.
    long nextId(JobTable table) {
        if (ids == null) {
            long last = LongStream.concat(
                            byId.keySet().stream().mapToLong(Long::longValue),
                            table.finished().all().keySet().stream().mapToLong(Long::longValue))
                    .max()
                    .orElse(TimeOrderedIds.NONE_ISSUED);
            ids = new TimeOrderedIds(clock, 0, last);
        }
        return ids.next();
    }
}
