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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What Jobs wait for, by their annotation `depends-on`: clauses that must all hold, such as
/// `afterok:first,second,afterany:third`, with names of Jobs in the same namespace. The schemes are those of RFC 26;
/// a name without one has that of the clause before it.
///
/// | scheme | the other Job |
/// |---|---|
/// | `after` | has started |
/// | `afterany` | has ended |
/// | `afterok` | has completed |
/// | `afternotok` | has failed |
///
/// A Job that is queued or has been is a condition of the engine. One that has finished is judged at once, also
/// when it is deleted by then, such as by its TTL. One that is not there is waited for: it may be created yet.
final class Dependencies {
    /// More names would hardly be written by a person; they are looked up with every change of the Job.
    private static final int NAMES_MAX = 100;

    private static final String COMPLETE = "Complete";

    private static final Pattern CLAUSE =
            Pattern.compile("(?:(after|afterany|afterok|afternotok):)?([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)");

    /// Dependents are created soon after the Jobs that they depend on.
    private static final int REMEMBERED_MAX = 10_000;

    /// A clause of an annotation.
    private record Clause(String scheme, String name) {}

    private final WorkloadIndex index;

    /// All Jobs of the cluster, as they were last reported.
    private final Map<ObjectKey, JsonObject> jobs = new HashMap<>();

    /// Whether Jobs that are gone had completed, the oldest first. Lost with a restart: records do not have the
    /// names of ended jobs.
    private final Map<ObjectKey, Boolean> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ObjectKey, Boolean> eldest) {
            return size() > REMEMBERED_MAX;
        }
    };

    Dependencies(WorkloadIndex index) {
        this.index = index;
    }

    void jobChanged(JsonObject json) {
        jobs.put(KubeObjects.key(json), json);
        ended.remove(KubeObjects.key(json));
    }

    /// @param isMissed whether its last state is not known
    void jobGone(JsonObject json, boolean isMissed) {
        ObjectKey key = KubeObjects.key(json);
        JsonObject known = jobs.get(key);
        if (known != null && KubeObjects.uid(known).equals(KubeObjects.uid(json))) {
            jobs.remove(key);
            if (new Job(json).isFinished() || !isMissed) {
                // One that was deleted before it finished has not completed.
                ended.put(key, Conditions.isTrue(json, COMPLETE));
            }
        }
    }

    /// What a Job depends on.
    ///
    /// @param missing the Jobs that are not queued; if there are any, the Job cannot be submitted
    record Found(List<Condition> conditions, List<ObjectKey> missing) {
        /// Returns why it cannot be submitted yet.
        String reason() {
            return "waits for Jobs that are not queued: "
                    + missing.stream().map(ObjectKey::name).collect(Collectors.joining(", "))
                    + ". Maybe they are created later. Of Jobs that are gone it is not known how they ended: remove them"
                    + " from annotation " + SluiceNames.DEPENDS_ON;
        }
    }

    /// Refuses the annotation on pods that no Job owns: only Jobs wait for others.
    ///
    /// @throws NotHonoured if a pod has it
    static void refuseOnPods(List<JsonObject> pods) {
        for (JsonObject pod : pods) {
            if (!textOf(pod).isEmpty()) {
                throw new NotHonoured(
                        "annotation %s (%s): only Jobs can wait for Jobs; remove it, or make the pod a Job"
                                .formatted(SluiceNames.DEPENDS_ON, textOf(pod)));
            }
        }
    }

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
        Found found = new Found(new ArrayList<>(), new ArrayList<>());
        for (Clause clause : clauses(text)) {
            if (clause.name().equals(KubeObjects.name(json))) {
                throw new NotHonoured(
                        "annotation %s (%s) names the Job itself".formatted(SluiceNames.DEPENDS_ON, text));
            }
            ObjectKey key = new ObjectKey(KubeObjects.namespace(json), clause.name());
            add(clause.scheme(), key, text, found);
        }
        return found;
    }

    private static List<Clause> clauses(String text) {
        List<Clause> clauses = new ArrayList<>();
        String scheme = "";
        for (String each : text.split(",", -1)) {
            Matcher clause = CLAUSE.matcher(each.strip());
            if (!clause.matches() || (clause.group(1) == null && scheme.isEmpty()) || clauses.size() == NAMES_MAX) {
                throw new NotHonoured(("annotation %s (%s): (%s) must have the form afterok:NAME, with after, afterany,"
                                + " afterok or afternotok and the name of a Job, and there may be %d of these,"
                                + " separated by commas")
                        .formatted(SluiceNames.DEPENDS_ON, text, each, NAMES_MAX));
            }
            scheme = clause.group(1) == null ? scheme : clause.group(1);
            clauses.add(new Clause(scheme, clause.group(2)));
        }
        return clauses;
    }

    private void add(String scheme, ObjectKey key, String text, Found found) {
        JsonObject job = jobs.get(key);
        if (job != null && new Job(job).isFinished()) {
            refuseUnlessMet(scheme, key, text, Conditions.isTrue(job, COMPLETE));
            return;
        }
        Workload work = index.ofKey(key);
        boolean isForeign = work == null || work.isForeign;
        if (isForeign && job != null && scheme.equals("after") && hasStarted(job)) {
            return;
        }
        if (work == null || isForeign || (work.isGone && work.hasEnded)) {
            Boolean hasCompleted = ended.get(key);
            if (hasCompleted == null) {
                found.missing().add(key);
            } else {
                refuseUnlessMet(scheme, key, text, hasCompleted);
            }
            return;
        }
        found.conditions()
                .add(
                        switch (scheme) {
                            case "after" -> new Condition.After(work.id);
                            case "afterok" -> new Condition.AfterOk(work.id);
                            case "afternotok" -> new Condition.AfterNotOk(work.id);
                            default -> new Condition.AfterAny(work.id);
                        });
    }

    private static boolean hasStarted(JsonObject job) {
        return job.object("status").has("startTime");
    }

    private static void refuseUnlessMet(String scheme, ObjectKey key, String text, boolean isComplete) {
        boolean isMet = switch (scheme) {
            case "afterok" -> isComplete;
            case "afternotok" -> !isComplete;
            default -> true;
        };
        if (!isMet) {
            throw new NotHonoured("annotation %s (%s) can no longer be met: Job %s has %s"
                    .formatted(SluiceNames.DEPENDS_ON, text, key.name(), isComplete ? "completed" : "not completed"));
        }
    }
}
