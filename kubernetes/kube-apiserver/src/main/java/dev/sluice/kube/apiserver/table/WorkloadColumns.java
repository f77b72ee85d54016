package dev.sluice.kube.apiserver.table;

import static dev.sluice.kube.apiserver.table.Cells.AGE;
import static dev.sluice.kube.apiserver.table.Cells.NAME;
import static dev.sluice.kube.apiserver.table.Cells.NONE;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The tables of what makes pods.
final class WorkloadColumns {
    private static final Column SELECTOR = selector("spec", "selector");

    static final Map<String, List<Column>> ALL = Map.ofEntries(
            Map.entry("pods", PodRow.COLUMNS),
            Map.entry(
                    "podtemplates",
                    List.of(
                            NAME,
                            shown(Cells.containers("template").getFirst()),
                            shown(Cells.containers("template").getLast()),
                            Column.text(
                                    "Pod Labels",
                                    Cells.text(
                                            object -> Cells.labels(object.object("template", "metadata", "labels")))))),
            Map.entry("replicasets.apps", replicas(SELECTOR)),
            Map.entry(
                    "replicationcontrollers",
                    replicas(Column.text(
                                    "Selector", Cells.text(object -> Cells.labels(object.object("spec", "selector"))))
                            .wide())),
            Map.entry(
                    "deployments.apps",
                    joined(
                            List.of(
                                    NAME,
                                    Column.text("Ready", Cells.text(WorkloadColumns::readyOfWanted)),
                                    Column.text("Up-to-date", Cells.number("status", "updatedReplicas")),
                                    Column.text("Available", Cells.number("status", "availableReplicas")),
                                    AGE),
                            Cells.containers("spec", "template"),
                            Column.text(
                                            "Selector",
                                            Cells.text(object -> Cells.selector(object.object("spec", "selector"))))
                                    .wide())),
            Map.entry(
                    "statefulsets.apps",
                    joined(
                            List.of(NAME, Column.text("Ready", Cells.text(WorkloadColumns::readyOfWanted)), AGE),
                            Cells.containers("spec", "template"))),
            Map.entry(
                    "daemonsets.apps",
                    joined(
                            List.of(
                                    NAME,
                                    Column.whole("Desired", Cells.number("status", "desiredNumberScheduled")),
                                    Column.whole("Current", Cells.number("status", "currentNumberScheduled")),
                                    Column.whole("Ready", Cells.number("status", "numberReady")),
                                    Column.whole("Up-to-date", Cells.number("status", "updatedNumberScheduled")),
                                    Column.whole("Available", Cells.number("status", "numberAvailable")),
                                    Column.text(
                                            "Node Selector",
                                            Cells.text(object -> Cells.labels(
                                                    object.object("spec", "template", "spec", "nodeSelector")))),
                                    AGE),
                            Cells.containers("spec", "template"),
                            SELECTOR)),
            Map.entry(
                    "controllerrevisions.apps",
                    List.of(
                            NAME,
                            Column.text("Controller", Cells.text(WorkloadColumns::controller)),
                            Column.text("Revision", Cells.number("revision")),
                            AGE)),
            Map.entry(
                    "jobs.batch",
                    joined(
                            List.of(
                                    NAME,
                                    Column.text("Status", Cells.text(WorkloadColumns::jobStatus)),
                                    Column.text("Completions", Cells.text(WorkloadColumns::completions)),
                                    Column.text("Duration", (job, ages) -> Json.of(jobDuration(job, ages))),
                                    AGE),
                            Cells.containers("spec", "template"),
                            SELECTOR)),
            Map.entry(
                    "cronjobs.batch",
                    joined(
                            List.of(
                                    NAME,
                                    Column.text("Schedule", Cells.at("spec", "schedule")),
                                    Column.text("Timezone", Cells.atOr(NONE, "spec", "timeZone")),
                                    Column.truth("Suspend", Cells.text(WorkloadColumns::suspended)),
                                    Column.whole("Active", Cells.count("status", "active")),
                                    Column.text("Last Schedule", (job, ages) -> Json.of(lastSchedule(job, ages))),
                                    AGE),
                            Cells.containers("spec", "jobTemplate", "spec", "template"),
                            selector("spec", "jobTemplate", "spec", "selector"))),
            Map.entry(
                    "poddisruptionbudgets.policy",
                    List.of(
                            NAME,
                            Column.text("Min Available", Cells.textAtOr("N/A", "spec", "minAvailable")),
                            Column.text("Max Unavailable", Cells.textAtOr("N/A", "spec", "maxUnavailable")),
                            Column.whole("Allowed Disruptions", Cells.number("status", "disruptionsAllowed")),
                            AGE)));

    private WorkloadColumns() {}

    private static List<Column> joined(List<Column> own, List<Column> containers, Column... last) {
        List<Column> all = new ArrayList<>(own);
        all.addAll(containers);
        all.addAll(List.of(last));
        return List.copyOf(all);
    }

    private static Column shown(Column column) {
        return Column.text(column.name(), column.cell());
    }

    private static Column selector(String... path) {
        return Column.text("Selector", Cells.text(object -> Cells.orNone(Cells.selector(object.object(path)))))
                .wide();
    }

    private static List<Column> replicas(Column selector) {
        return joined(
                List.of(
                        NAME,
                        Column.whole("Desired", Cells.number("spec", "replicas")),
                        Column.whole("Current", Cells.number("status", "replicas")),
                        Column.whole("Ready", Cells.number("status", "readyReplicas")),
                        AGE),
                Cells.containers("spec", "template"),
                selector);
    }

    private static String readyOfWanted(JsonObject object) {
        return object.number(0, "status", "readyReplicas") + "/" + object.number(0, "spec", "replicas");
    }

    private static String controller(JsonObject object) {
        JsonArray owners = object.array("metadata", "ownerReferences");
        for (int i = 0; i < owners.size(); i++) {
            JsonObject owner = owners.object(i);
            if (owner.isTrue("controller")) {
                String version = owner.text("apiVersion");
                String group = version.contains("/") ? "." + version.substring(0, version.indexOf('/')) : "";
                return Cells.lowerCase(owner.text("kind") + group) + "/" + owner.text("name");
            }
        }
        return NONE;
    }

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
