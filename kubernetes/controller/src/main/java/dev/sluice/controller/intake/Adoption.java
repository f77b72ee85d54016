package dev.sluice.controller.intake;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.queue.QueuePriority;

/// What intake has not done to a suspended Job: it was away, or the Job is older than its namespace's label.
///
/// A Job that lacks anything that intake writes was suspended by its user, and is held: only its user knows why. One
/// without a path gets the gate, as its scheduler cannot be changed any more. The user cannot be added: the reconciler
/// does not know the requester. One
/// that it names is removed, since nothing has checked it. Attempts that
/// the Job tells of were another one's, or are not recorded: they are counted anew.
public final class Adoption {
    /// The value of the annotation `hold` of Jobs that were adopted.
    public static final String HELD = "was suspended when Sluice adopted it";

    private static final String METADATA = "metadata";
    private static final String ANNOTATIONS = "annotations";
    private static final String LABELS = "labels";
    private static final String SPEC = "spec";

    private Adoption() {}

    /// Returns a merge patch for a suspended Job that is not queued; empty if it is as intake leaves one, or is left
    /// alone.
    public static JsonObject patch(JsonObject json) {
        Job job = new Job(json);
        if (!job.isSuspended() || LeftAlone.job(json)) {
            return JsonObject.EMPTY;
        }
        JsonObject patch = missing(job);
        if (!patch.isEmpty() && !json.object(METADATA, ANNOTATIONS).has(SluiceNames.HOLD)) {
            patch = patch.withAt(Json.of(HELD), METADATA, ANNOTATIONS, SluiceNames.HOLD);
        }
        if (!isAdmitted(json) && json.object(METADATA, ANNOTATIONS).has(SluiceNames.USER)) {
            patch = patch.withAt(JsonNull.NULL, METADATA, ANNOTATIONS, SluiceNames.USER);
        }
        for (String name : SluiceNames.OF_ATTEMPTS) {
            if (json.object(METADATA, ANNOTATIONS).has(name)) {
                patch = patch.withAt(JsonNull.NULL, METADATA, ANNOTATIONS, name);
            }
        }
        return patch;
    }

    /// Returns a merge patch for a Job that is queued and suspended: an older version may have written less, or
    /// its users may have removed something. What tells of its hold, its user and its attempts stays.
    public static JsonObject ofQueued(JsonObject json) {
        Job job = new Job(json);
        return job.isSuspended() && !LeftAlone.job(json) ? missing(job) : JsonObject.EMPTY;
    }

    /// Returns a merge patch for a pod that waits for us; empty if intake has seen it. Policies protect pods that
    /// have a queue. The user that another one names is removed, since nothing has checked it.
    public static JsonObject ofPod(JsonObject json) {
        if (!json.text(METADATA, LABELS, SluiceNames.QUEUE).isEmpty()) {
            return JsonObject.EMPTY;
        }
        JsonObject patch =
                JsonObject.EMPTY.withAt(Json.of(QueuePriority.DEFAULT_QUEUE), METADATA, LABELS, SluiceNames.QUEUE);
        return json.object(METADATA, ANNOTATIONS).has(SluiceNames.USER)
                ? patch.withAt(JsonNull.NULL, METADATA, ANNOTATIONS, SluiceNames.USER)
                : patch;
    }

    private static JsonObject missing(Job job) {
        JsonObject json = job.json();
        JsonObject pod = json.object(SPEC, "template", SPEC);
        JsonObject patch = JsonObject.EMPTY;
        if (json.text(METADATA, LABELS, SluiceNames.QUEUE).isEmpty()) {
            patch = patch.withAt(Json.of(QueuePriority.DEFAULT_QUEUE), METADATA, LABELS, SluiceNames.QUEUE);
        }
        if (!hasPath(pod)) {
            JsonObject gate = JsonObject.EMPTY.with("name", SluiceNames.GATE);
            patch = patch.withAt(pod.array("schedulingGates").plus(gate), SPEC, "template", SPEC, "schedulingGates");
        }
        if (!job.replacesOnlyFailed() && !Admission.keepsReplacementPolicy(json)) {
            patch = patch.withAt(Json.of("Failed"), SPEC, "podReplacementPolicy");
        }
        return patch;
    }

    /// Whether intake has seen the Job: it writes queue and path at once. The user that another Job names was checked
    /// by nothing.
    private static boolean isAdmitted(JsonObject json) {
        return !json.text(METADATA, LABELS, SluiceNames.QUEUE).isEmpty()
                && hasPath(json.object(SPEC, "template", SPEC));
    }

    /// Returns whether pods of this spec wait for us, on one of the two paths.
    public static boolean hasPath(JsonObject podSpec) {
        return podSpec.text("schedulerName").equals(SluiceNames.SCHEDULER) || Gates.isGated(podSpec);
    }

    /// Returns whether a managed Job runs, or may be started, without us.
    public static boolean isMissedJob(JsonObject json) {
        return !LeftAlone.job(json) && !hasPath(json.object(SPEC, "template", SPEC));
    }

    /// Returns whether a managed pod is placed without us. It may have been bound before we saw it.
    public static boolean isMissedPod(JsonObject json) {
        return !LeftAlone.pod(json.withoutAt(SPEC, "nodeName")) && !hasPath(json.object(SPEC));
    }
}
