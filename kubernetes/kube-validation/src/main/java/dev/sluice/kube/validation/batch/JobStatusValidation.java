package dev.sluice.kube.validation.batch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// Validates status updates of Jobs.
///
/// Most rules apply only if their fields change, so that an old mistake does not block other updates.
final class JobStatusValidation {
    private static final String STATUS = "status";
    private static final String CONDITIONS = "status.conditions";

    private final JsonObject spec;
    private final JsonObject status;
    private final JsonObject old;
    private final ValidationErrors errors;

    private JobStatusValidation(JsonObject job, JsonObject oldJob, ValidationErrors errors) {
        this.spec = job.object("spec");
        this.status = job.object(STATUS);
        this.old = oldJob.object(STATUS);
        this.errors = errors;
    }

    static void validate(JsonObject job, JsonObject oldJob, ValidationErrors errors) {
        JobStatusValidation checks = new JobStatusValidation(job, oldJob, errors);
        checks.checkCounts();
        checks.checkEnd();
        checks.checkIndexes();
        checks.checkMore();
        checks.checkTransitions();
    }

    /// Whether where its pods will run may change: it is suspended, and none of them is about.
    static boolean mayChangeTemplate(JsonObject job) {
        JsonObject status = job.object(STATUS);
        return job.isTrue("spec", "suspend")
                && (!status.has("startTime") || is(status, "Suspended", "True"))
                && status.number(0, "active") == 0;
    }

    private static boolean is(JsonObject status, String type, String value) {
        JsonArray conditions = status.array("conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals(type)
                    && conditions.object(i).text("status").equals(value)) {
                return true;
            }
        }
        return false;
    }

    private boolean is(String type) {
        return is(status, type, "True");
    }

    private boolean was(String type) {
        return is(old, type, "True");
    }

    private boolean isFlipped(String type) {
        return is(type) != was(type);
    }

    private boolean isFinished() {
        return is("Complete") || is("Failed");
    }

    private boolean isFinishedFlipped() {
        return isFinished() != (was("Complete") || was("Failed"));
    }

    private boolean isChanged(String field) {
        return !Objects.equals(status.get(field), old.get(field));
    }

    private void checkCounts() {
        for (String field : List.of("active", "succeeded", "failed", "ready", "terminating")) {
            errors.nonNegative(STATUS + "." + field, status.get(field));
        }
        Set<String> seen = new HashSet<>();
        for (String list : List.of("succeeded", "failed")) {
            JsonArray uids = status.array("uncountedTerminatedPods", list);
            for (int i = 0; i < uids.size(); i++) {
                String uid = uids.get(i) instanceof JsonString text ? text.text() : "";
                String field = "status.uncountedTerminatedPods." + list + "[" + i + "]";
                if (uid.isEmpty()) {
                    errors.invalid(field, uid, "must not be empty");
                } else if (!seen.add(uid)) {
                    errors.duplicate(field, Json.of(uid));
                }
            }
        }
    }

    private void checkEnd() {
        boolean isCompleteOrTime = isFlipped("Complete") || isChanged("completionTime");
        if ((isFlipped("Complete") || isFlipped("Failed")) && is("Complete") && is("Failed")) {
            errors.invalid(CONDITIONS, "cannot set Complete=True and Failed=true conditions");
        }
        if ((isFlipped("Complete") || isFlipped("FailureTarget")) && is("Complete") && is("FailureTarget")) {
            errors.invalid(CONDITIONS, "cannot set Complete=True and FailureTarget=true conditions");
        }
        if (isCompleteOrTime && status.has("completionTime") && !is("Complete")) {
            errors.invalid(
                    "status.completionTime",
                    status.get("completionTime"),
                    "cannot set completionTime when there is no Complete=True condition");
        }
        if (isCompleteOrTime && !status.has("completionTime") && is("Complete")) {
            errors.required("status.completionTime", "completionTime is required for Complete jobs");
        }
        boolean areTimesChanged = isChanged("startTime") || isChanged("completionTime");
        // RFC 3339 in UTC to the second: earlier ones come first as texts, too.
        if (areTimesChanged
                && status.has("completionTime")
                && status.text("completionTime").compareTo(status.text("startTime")) < 0) {
            errors.invalid(
                    "status.completionTime", status.get("completionTime"), "must be equal to or after `startTime`");
        }
        if ((isFlipped("Failed") || isChanged("failedIndexes")) && is("Failed") && !is("FailureTarget")) {
            errors.invalid(CONDITIONS, "cannot set Failed=True condition without the FailureTarget=true condition");
        }
        if ((isFlipped("Complete") || isFlipped("SuccessCriteriaMet")) && is("Complete") && !is("SuccessCriteriaMet")) {
            errors.invalid(
                    CONDITIONS, "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
        }
        checkFinished();
    }

    private void checkFinished() {
        if (!isFinished()) {
            return;
        }
        if ((isFinishedFlipped() || isChanged("active")) && status.number(0, "active") > 0) {
            errors.invalid("status.active", status.get("active"), "active>0 is invalid for finished job");
        }
        boolean isEmptyAndSuspended = spec.isTrue("suspend") && spec.number(1, "completions") == 0;
        if ((isFinishedFlipped() || isChanged("startTime")) && !isEmptyAndSuspended && !status.has("startTime")) {
            errors.required("status.startTime", "startTime is required for finished job");
        }
        JsonObject uncounted = status.object("uncountedTerminatedPods");
        boolean anyUncounted = !uncounted.array("failed").isEmpty()
                || !uncounted.array("succeeded").isEmpty();
        if ((isFinishedFlipped() || isChanged("uncountedTerminatedPods")) && anyUncounted) {
            errors.invalid("status.uncountedTerminatedPods", "must be empty for finished job");
        }
    }

    private void checkIndexes() {
        long completions = spec.number(0, "completions");
        String done = status.text("completedIndexes");
        String failed = status.text("failedIndexes");
        JobIndexes doneIndexes = JobIndexes.parse(done, completions);
        JobIndexes failedIndexes = JobIndexes.parse(failed, completions);
        boolean isDoneChanged = isChanged("completedIndexes");
        boolean isFailedChanged = isChanged("failedIndexes");
        if (isDoneChanged && spec.has("completions") && !doneIndexes.problem().isEmpty()) {
            errors.invalid("status.completedIndexes", done, "error parsing completedIndexes: " + doneIndexes.problem());
        }
        if (isFailedChanged
                && spec.has("completions")
                && spec.has("backoffLimitPerIndex")
                && !failedIndexes.problem().isEmpty()) {
            errors.invalid("status.failedIndexes", failed, "error parsing failedIndexes: " + failedIndexes.problem());
        }
        if (isDoneChanged && !done.isEmpty() && !JobSpecValidation.isIndexed(spec)) {
            errors.invalid(
                    "status.completedIndexes",
                    done,
                    "cannot set non-empty completedIndexes when non-indexed completion mode");
        }
        if (isFailedChanged && !spec.has("backoffLimitPerIndex") && status.has("failedIndexes")) {
            errors.invalid(
                    "status.failedIndexes",
                    failed,
                    "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
        }
        long common = doneIndexes.common(failedIndexes);
        if ((isFailedChanged || isDoneChanged) && spec.has("completions") && common >= 0) {
            errors.invalid(
                    "status.failedIndexes", failed, "failedIndexes and completedIndexes overlap at index: " + common);
        }
    }

    private void checkMore() {
        if ((isFinishedFlipped() || isChanged("terminating")) && isFinished() && status.number(0, "terminating") > 0) {
            errors.invalid(
                    "status.terminating", status.get("terminating"), "terminating>0 is invalid for finished job");
        }
        if ((isChanged("ready") || isChanged("active"))
                && status.number(Long.MIN_VALUE, "ready") > status.number(0, "active")) {
            errors.invalid("status.ready", status.get("ready"), "cannot set more ready pods than active");
        }
        if (is("SuccessCriteriaMet") && is("Failed")) {
            errors.invalid(CONDITIONS, "cannot set SuccessCriteriaMet=True and Failed=true conditions");
        }
        if (is("SuccessCriteriaMet") && is("FailureTarget")) {
            errors.invalid(CONDITIONS, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
        }
        if (spec.has("successPolicy") && !is("SuccessCriteriaMet") && is("Complete")) {
            errors.invalid(
                    CONDITIONS, "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
        }
    }

    private void checkTransitions() {
        for (String type : List.of("Failed", "Complete", "FailureTarget")) {
            if (was(type) && !is(type)) {
                errors.invalid(CONDITIONS, "cannot disable the terminal " + type + "=True condition");
            }
        }
        mustNotFall("failed");
        boolean mayFall =
                JobSpecValidation.isIndexed(spec) && Objects.equals(spec.get("completions"), spec.get("parallelism"));
        if (!mayFall) {
            mustNotFall("succeeded");
        }
        if (status.has("completionTime") && old.has("completionTime") && isChanged("completionTime")) {
            errors.invalid("status.completionTime", status.get("completionTime"), ValidationErrors.IMMUTABLE);
        }
        boolean isResuming = was("Suspended") && is(status, "Suspended", "False");
        if (old.has("startTime") && isChanged("startTime") && !isResuming && !spec.isTrue("suspend")) {
            errors.invalid(
                    "status.startTime", status.get("startTime"), "field is immutable for unsuspended job once set");
        }
        if (was("SuccessCriteriaMet") && !is("SuccessCriteriaMet")) {
            errors.invalid(CONDITIONS, "cannot disable the SuccessCriteriaMet=True condition");
        }
        if (was("Complete") && !was("SuccessCriteriaMet") && is("SuccessCriteriaMet")) {
            errors.invalid(
                    CONDITIONS, "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
        }
    }

    private void mustNotFall(String count) {
        if (status.number(0, count) < old.number(0, count)) {
            errors.invalid(
                    STATUS + "." + count,
                    Json.of(status.number(0, count)),
                    "cannot decrease the " + count + " counter");
        }
    }
}
