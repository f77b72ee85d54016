package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.ObjectKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Writes on a Job or pod why it cannot run as it is. It stays held; a changed object is looked at again.
final class Refusals {
    private final Surroundings here;

    /// The reason of the Event.
    private static final String REASON = "Refused";

    /// The reasons by the UID of their Jobs, so that each is written once.
    private final Map<String, String> written = new HashMap<>();

    /// The objects that are refused now or not complete, by UID. Other threads read them.
    private final Map<String, Refused> refused = new ConcurrentHashMap<>();

    Refusals(Surroundings here) {
        this.here = here;
    }

    /// Returns the objects of a name that are refused now. Any thread may ask.
    List<Refused> of(ObjectKey key) {
        return refused.values().stream().filter(each -> each.key().equals(key)).toList();
    }

    private void note(String kind, JsonObject json, String why) {
        refused.put(KubeObjects.uid(json), new Refused(kind, KubeObjects.key(json), why));
    }

    /// Notes why an object is no job yet. Nothing is written on it.
    void waits(WorkloadRef object, String why) {
        refused.put(object.uid(), new Refused(object.kind(), object.key(), why));
    }

    /// An object that was waiting is a job by now, or gone.
    void waitsNoMore(WorkloadRef object) {
        refused.remove(object.uid());
    }

    void refuse(Job job, String why) {
        note(WorkloadRef.JOB, job.json(), why);
        write(job, why);
    }

    void refusePod(JsonObject pod, String why) {
        String uid = KubeObjects.uid(pod);
        note(WorkloadRef.POD, pod, why);
        boolean isThere =
                pod.text("metadata", "annotations", SluiceNames.REFUSED).equals(why);
        if (!isThere && !why.equals(written.put(uid, why))) {
            here.notices().warning(Notices.of(WorkloadRef.POD, pod), REASON, why);
            write(uid, why, PodWrites.explain(pod, why), 0);
        }
    }

    /// Removes the reason of a pod that was mended.
    void withdrawPod(JsonObject pod) {
        String uid = KubeObjects.uid(pod);
        refused.remove(uid);
        if (!pod.text("metadata", "annotations", SluiceNames.REFUSED).isEmpty() && !"".equals(written.put(uid, ""))) {
            write(uid, "", PodWrites.explain(pod, ""), 0);
        }
    }

    /// Removes the reason of a Job that was mended.
    void withdraw(Job job) {
        refused.remove(KubeObjects.uid(job.json()));
        if (!onObject(job).isEmpty()) {
            write(job, "");
        }
    }

    private static String onObject(Job job) {
        return job.json().text("metadata", "annotations", SluiceNames.REFUSED);
    }

    private void write(Job job, String why) {
        String uid = KubeObjects.uid(job.json());
        if (why.equals(onObject(job)) || why.equals(written.put(uid, why))) {
            return;
        }
        if (!why.isEmpty()) {
            here.notices().warning(Notices.of(WorkloadRef.JOB, job.json()), REASON, why);
        }
        write(uid, why, JobWrites.explain(job, why), 0);
    }

    /// Writes a reason until it is there, the object is gone, or there is another reason.
    private void write(String uid, String why, Call call, int failures) {
        here.calls().start(call, answer -> {
            switch (answer.remedy()) {
                case NONE -> {}
                case DROP -> written.remove(uid);
                case READ_AGAIN, RETRY, UNDO, DECIDE_AGAIN ->
                    here.after(Pauses.nanos(failures + 1), () -> {
                        if (why.equals(written.get(uid))) {
                            write(uid, why, call, failures + 1);
                        }
                    });
            }
        });
    }

    void gone(String uid) {
        refused.remove(uid);
        written.remove(uid);
    }
}
