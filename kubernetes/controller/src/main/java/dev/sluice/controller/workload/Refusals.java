package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import java.util.HashMap;
import java.util.Map;

/// Writes on a Job or pod why it cannot run as it is. It stays held; a changed object is looked at again.
final class Refusals {
    private final Surroundings here;

    /// The reason of the Event.
    private static final String REASON = "Refused";

    /// The reasons by the UID of their Jobs, so that each is written once.
    private final Map<String, String> written = new HashMap<>();

    Refusals(Surroundings here) {
        this.here = here;
    }

    void refuse(Job job, String why) {
        write(job, why);
    }

    void refusePod(JsonObject pod, String why) {
        String uid = KubeObjects.uid(pod);
        boolean isThere =
                pod.text("metadata", "annotations", SluiceNames.REFUSED).equals(why);
        if (!isThere && !why.equals(written.put(uid, why))) {
            here.notices().warning(Notices.of(WorkloadRef.POD, pod), REASON, why);
            here.calls().start(PodWrites.explain(pod, why), answer -> forgetFailed(uid, answer));
        }
    }

    /// Removes the reason of a pod that was mended.
    void withdrawPod(JsonObject pod) {
        String uid = KubeObjects.uid(pod);
        if (!pod.text("metadata", "annotations", SluiceNames.REFUSED).isEmpty() && !"".equals(written.put(uid, ""))) {
            here.calls().start(PodWrites.explain(pod, ""), answer -> forgetFailed(uid, answer));
        }
    }

    /// Removes the reason of a Job that was mended.
    void withdraw(Job job) {
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
        here.calls().start(JobWrites.explain(job, why), answer -> forgetFailed(uid, answer));
    }

    /// What could not be written is written with the next change of the object.
    private void forgetFailed(String uid, Answer answer) {
        boolean hasFailed = !(answer instanceof Answer.Done(JsonObject _));
        if (hasFailed) {
            written.remove(uid);
        }
    }

    void gone(String uid) {
        written.remove(uid);
    }
}
