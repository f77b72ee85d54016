package dev.sluice.kube.validation.batch;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import dev.sluice.kube.validation.print.TemplateColumns;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class BatchColumns {
    static final List<Column> JOBS = TemplateColumns.joined(
            List.of(
                    NAME,
                    Column.text("Status", Cells.text(BatchColumns::jobStatus)),
                    Column.text("Completions", Cells.text(BatchColumns::completions)),
                    Column.text("Duration", (job, ages) -> Json.of(jobDuration(job, ages))),
                    AGE),
            Cells.containers("spec", "template"),
            TemplateColumns.SELECTOR);

    static final List<Column> CRON_JOBS = TemplateColumns.joined(
            List.of(
                    NAME,
                    Column.text("Schedule", Cells.at("spec", "schedule")),
                    Column.text("Timezone", Cells.atOr(NONE, "spec", "timeZone")),
                    Column.truth("Suspend", Cells.text(BatchColumns::suspended)),
                    Column.whole("Active", Cells.count("status", "active")),
                    Column.text("Last Schedule", (job, ages) -> Json.of(lastSchedule(job, ages))),
                    AGE),
            Cells.containers("spec", "jobTemplate", "spec", "template"),
            TemplateColumns.selector("spec", "jobTemplate", "spec", "selector"));

    private BatchColumns() {}

    private static String jobStatus(JsonObject job) {
        if (Cells.hasCondition(job, "Complete")) {
            return "Complete";
        }
        if (Cells.hasCondition(job, "Failed")) {
            return "Failed";
        }
        if (job.object("metadata").has("deletionTimestamp")) {
            return "Terminating";
        }
        for (String condition : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (Cells.hasCondition(job, condition)) {
                return condition;
            }
        }
        return "Running";
    }

    private static String completions(JsonObject job) {
        long succeeded = job.number(0, "status", "succeeded");
        if (job.object("spec").has("completions")) {
            return succeeded + "/" + job.number(0, "spec", "completions");
        }
        long parallelism = job.number(0, "spec", "parallelism");
        return parallelism > 1 ? succeeded + "/1 of " + parallelism : succeeded + "/1";
    }

    private static String jobDuration(JsonObject job, HumanDuration ages) {
        String start = job.text("status", "startTime");
        String end = job.text("status", "completionTime");
        if (start.isEmpty()) {
            return "";
        }
        return end.isEmpty() ? ages.since(start) : HumanDuration.between(start, end);
    }

    private static String suspended(JsonObject job) {
        if (!(job.at("spec", "suspend") instanceof JsonBoolean suspend)) {
            return Cells.UNSET;
        }
        return suspend == JsonBoolean.TRUE ? "True" : "False";
    }

    private static String lastSchedule(JsonObject job, HumanDuration ages) {
        String last = job.text("status", "lastScheduleTime");
        return last.isEmpty() ? NONE : ages.since(last);
    }
}
