package dev.sluice.controller.workload;

import dev.sluice.controller.intake.NotHonoured;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.Condition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What Jobs wait for, by their annotation `depends-on`: `afterok:NAME[,NAME]`, `afterany:…` or `afternotok:…`, with
/// names of Jobs in the same namespace.
///
/// A Job that is queued or has been is a condition of the engine. One that has finished is judged at once, and one
/// that is not there yet is waited for.
final class Dependencies {
    /// More names would hardly be written by a person; they are looked up with every change of the Job.
    private static final int NAMES_MAX = 100;

    private static final Pattern FORM =
            Pattern.compile("(afterok|afterany|afternotok):([a-z0-9][-a-z0-9.]*(,[a-z0-9][-a-z0-9.]*)*)");

    private final WorkloadIndex index;

    /// All Jobs of the cluster, as they were last reported.
    private final Map<ObjectKey, JsonObject> jobs = new HashMap<>();

    Dependencies(WorkloadIndex index) {
        this.index = index;
    }

    void jobChanged(JsonObject json) {
        jobs.put(KubeObjects.key(json), json);
    }

    void jobGone(JsonObject json) {
        JsonObject known = jobs.get(KubeObjects.key(json));
        if (known != null && KubeObjects.uid(known).equals(KubeObjects.uid(json))) {
            jobs.remove(KubeObjects.key(json));
        }
    }

    /// What a Job depends on.
    ///
    /// @param missing the Jobs that are not queued yet; if there are any, the Job cannot be submitted
    record Found(List<Condition> conditions, List<ObjectKey> missing) {}

    static String textOf(JsonObject json) {
        return json.text("metadata", "annotations", SluiceNames.DEPENDS_ON);
    }

    /// Returns what a Job depends on.
    ///
    /// @throws NotHonoured if the annotation is malformed, or can never be met
    Found of(JsonObject json) {
        String text = textOf(json);
        if (text.isEmpty()) {
            return new Found(List.of(), List.of());
        }
        Matcher form = FORM.matcher(text);
        String[] names = form.matches() ? form.group(2).split(",") : new String[0];
        if (names.length == 0 || names.length > NAMES_MAX) {
            throw new NotHonoured(("annotation %s (%s) must have the form afterok:NAME[,NAME], afterany:NAME[,NAME] or"
                            + " afternotok:NAME[,NAME], with at most %d names of Jobs")
                    .formatted(SluiceNames.DEPENDS_ON, text, NAMES_MAX));
        }
        List<Condition> conditions = new ArrayList<>();
        List<ObjectKey> missing = new ArrayList<>();
        for (String name : names) {
            if (name.equals(KubeObjects.name(json))) {
                throw new NotHonoured(
                        "annotation %s (%s) names the Job itself".formatted(SluiceNames.DEPENDS_ON, text));
            }
            ObjectKey key = new ObjectKey(KubeObjects.namespace(json), name);
            add(form.group(1), key, text, new Found(conditions, missing));
        }
        return new Found(conditions, missing);
    }

    private void add(String scheme, ObjectKey key, String text, Found found) {
        JsonObject job = jobs.get(key);
        if (job != null && new Job(job).isFinished()) {
            refuseUnlessMet(scheme, key, text, Conditions.isTrue(job, "Complete"));
            return;
        }
        Workload work = index.ofKey(key);
        if (work == null || work.isForeign) {
            found.missing().add(key);
            return;
        }
        found.conditions()
                .add(
                        switch (scheme) {
                            case "afterok" -> new Condition.AfterOk(work.id);
                            case "afternotok" -> new Condition.AfterNotOk(work.id);
                            default -> new Condition.AfterAny(work.id);
                        });
    }

    private static void refuseUnlessMet(String scheme, ObjectKey key, String text, boolean isComplete) {
        boolean isMet = switch (scheme) {
            case "afterok" -> isComplete;
            case "afternotok" -> !isComplete;
            default -> true;
        };
        if (!isMet) {
            throw new NotHonoured("annotation %s (%s) can no longer be met: Job %s has %s"
                    .formatted(SluiceNames.DEPENDS_ON, text, key.name(), isComplete ? "completed" : "failed"));
        }
    }
}
