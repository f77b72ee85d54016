package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.Deadline;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

/// The calls that change Jobs. Each names the UID or version that it is about, so that repeating it, or
/// making it too late, does no harm.
final class JobWrites {
    /// Annotations of an object may have 256 KiB together; a quarter is enough to read.
    private static final int NODES_CHARS_MAX = 64 * 1024;

    static final WriteOptions OPTIONS = new WriteOptions(false, SluiceNames.SCHEDULER, WriteOptions.Validation.IGNORE);

    private JobWrites() {}

    /// Lets a Job create its pods.
    ///
    /// @param nodes where they will run
    /// @param wallSeconds the Job's deadline, if it has none of its own
    static Call release(Job job, int attempt, List<String> nodes, OptionalLong wallSeconds) {
        boolean isOurs = wallSeconds.isPresent() && Deadline.ofUser(job.json()).isEmpty();
        JsonObject deadline =
                isOurs ? Deadline.written(job.json(), wallSeconds.getAsLong()) : Deadline.restored(job.json());
        JsonObject annotations = JsonObject.EMPTY
                .with(SluiceNames.NODES, hostlist(nodes))
                .with(SluiceNames.ATTEMPT, Integer.toString(attempt));
        if (Workload.startFailuresOf(job) >= StartTimeouts.ATTEMPTS_MAX) {
            // Its user has let it go again.
            annotations = annotations.with(SluiceNames.START_FAILURES, JsonNull.NULL);
        }
        return patch("release", job, annotations, JsonObject.of("suspend", Json.of(false)), deadline);
    }

    /// Suspends a Job again, of which no container has run. The deadline of the attempt does not outlast it.
    ///
    /// @param late how many attempts in a row have ended because no container started
    /// @param hold why it is held from now on; empty if it is not
    static Call undo(Job job, int attempt, int late, String hold) {
        JsonObject annotations = JsonObject.EMPTY
                .with(SluiceNames.UNDONE, Integer.toString(attempt))
                .with(SluiceNames.START_FAILURES, late == 0 ? JsonNull.NULL : Json.of(Integer.toString(late)));
        if (!hold.isEmpty()) {
            annotations = annotations.with(SluiceNames.HOLD, hold);
        }
        JsonObject suspended = JsonObject.of("suspend", Json.of(true));
        return patch("undo", job, annotations, suspended, Deadline.restored(job.json()));
    }

    /// Ends a Job by its deadline: the Job controller deletes its pods.
    static Call stop(Job job, long deadlineSeconds) {
        return patch("stop", job, JsonObject.EMPTY, JsonObject.EMPTY, Deadline.written(job.json(), deadlineSeconds));
    }

    /// Holds a Job that its user has suspended. Its attempt is over: unsuspended past the queue, it is not taken for
    /// one that we have released.
    ///
    /// @param hasStarted whether a container of the attempt has run: failed starts before it do not count any more
    static Call holdSuspended(Job job, boolean hasStarted) {
        JsonObject annotations = JsonObject.EMPTY.with(SluiceNames.UNDONE, Integer.toString(Workload.attemptOf(job)));
        if (hasStarted && Workload.startFailuresOf(job) > 0) {
            annotations = annotations.with(SluiceNames.START_FAILURES, JsonNull.NULL);
        }
        if (Workload.holdOf(job.json()).isEmpty()) {
            annotations = annotations.with(SluiceNames.HOLD, "suspended by its user");
        }
        return patch("annotate", job, annotations, JsonObject.EMPTY, Deadline.restored(job.json()));
    }

    /// Writes annotations, such as why a Job is held.
    static Call annotate(Job job, String name, String value) {
        return patch("annotate", job, JsonObject.EMPTY.with(name, value), JsonObject.EMPTY, JsonObject.EMPTY);
    }

    /// Adds what intake has not written on a suspended Job.
    ///
    /// @param lacks a merge patch
    static Call adopt(Job job, JsonObject lacks) {
        JsonObject metadata = lacks.object("metadata")
                .with("uid", KubeObjects.uid(job.json()))
                .with("resourceVersion", KubeObjects.resourceVersion(job.json()));
        return patch("adopt", KubeObjects.key(job.json()), lacks.with("metadata", metadata));
    }

    /// Writes why the Job cannot run, or removes that. Does not depend on the Job's version.
    static Call explain(Job job, String why) {
        Json value = why.isEmpty() ? JsonNull.NULL : Json.of(why);
        JsonObject metadata = JsonObject.EMPTY
                .with("uid", KubeObjects.uid(job.json()))
                .with("annotations", JsonObject.of(SluiceNames.REFUSED, value));
        ObjectKey key = KubeObjects.key(job.json());
        Patch patch = Patch.merge(JsonObject.of("metadata", metadata));
        return Call.note("explain Job " + key, kube -> kube.patch(KubeTypes.JOBS, key, "", patch, OPTIONS));
    }

    /// @param deadline a merge patch of the Job's deadline
    private static Call patch(String what, Job job, JsonObject annotations, JsonObject spec, JsonObject deadline) {
        JsonObject allAnnotations = with(annotations, deadline.object("metadata", "annotations"));
        JsonObject allSpec = with(spec, deadline.object("spec"));
        JsonObject metadata = JsonObject.EMPTY
                .with("uid", KubeObjects.uid(job.json()))
                .with("resourceVersion", KubeObjects.resourceVersion(job.json()));
        if (!allAnnotations.isEmpty()) {
            metadata = metadata.with("annotations", allAnnotations);
        }
        JsonObject body = JsonObject.of("metadata", metadata);
        return patch(what, KubeObjects.key(job.json()), allSpec.isEmpty() ? body : body.with("spec", allSpec));
    }

    private static JsonObject with(JsonObject fields, JsonObject more) {
        JsonObject all = fields;
        for (String name : more.names()) {
            all = all.with(name, Objects.requireNonNull(more.get(name)));
        }
        return all;
    }

    private static Call patch(String what, ObjectKey key, JsonObject patch) {
        return new Call(what + " Job " + key, kube -> kube.patch(KubeTypes.JOBS, key, "", Patch.merge(patch), OPTIONS));
    }

    static Call read(ObjectKey job) {
        return Call.read("read Job " + job, kube -> kube.get(KubeTypes.JOBS, job));
    }

    /// Returns the nodes as a hostlist, as many of them as an annotation has room for.
    static String hostlist(List<String> nodes) {
        String whole = Hostlist.of(nodes).encode();
        int most = nodes.size();
        while (whole.length() > NODES_CHARS_MAX) {
            most /= 2;
            whole = Hostlist.of(nodes.subList(0, most)).encode();
        }
        return whole;
    }
}
