package dev.sluice.controller.workload;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
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
    private @Nullable TimeOrderedIds ids;

    WorkloadIndex(Clock clock) {
        this.clock = clock;
    }

    Workload add(Job job, WorkloadRef ref) {
        Workload work = new Workload(job.id(), ref);
        job.parts().ifPresent(work::describePod);
        byUid.put(ref.uid(), work);
        byId.put(work.id, work);
        return work;
    }

    void remove(Workload work) {
        byUid.remove(work.ref.uid());
        byId.remove(work.id);
    }

    @Nullable
    Workload ofObject(String uid) {
        return byUid.get(uid);
    }

    @Nullable
    Workload ofJob(long id) {
        return byId.get(id);
    }

    /// Returns the workload of a pod: that of its Job, or its own.
    @Nullable
    Workload ofPod(JsonObject pod) {
        JsonObject owner = Owners.controller(pod);
        Workload ofOwner = owner == null ? null : byUid.get(owner.text("uid"));
        return ofOwner != null ? ofOwner : byUid.get(KubeObjects.uid(pod));
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
