package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import java.time.ZoneId;
import java.util.List;

/// Jobs by the clock.
final class CronJobCode implements KindCode {
    /// Its jobs' names are eleven characters longer than its own.
    private static final int NAME_LENGTH_MAX = 52;

    private static final int SCHEDULE_FIELDS = 5;

    @Override
    public JsonObject filled(JsonObject object) {
        // A template of a job has those defaults only that are a field's own.
        return Paths.change(
                object,
                "spec.jobTemplate.spec",
                spec -> Paths.fill(spec, "podFailurePolicy?.rules[].onPodConditions[].status", Json.of("True")));
    }

    @Override
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        String schedule = spec.text("schedule");
        if (schedule.isEmpty()) {
            flaws.required("spec.schedule");
        } else {
            checkSchedule(schedule, flaws);
        }
        if (spec.has("timeZone")) {
            checkZone(spec.text("timeZone"), flaws);
        }
        flaws.nonNegative("spec.startingDeadlineSeconds", spec.get("startingDeadlineSeconds"));
        flaws.oneOf(
                "spec.concurrencyPolicy", spec.text("concurrencyPolicy"), true, List.of("Allow", "Forbid", "Replace"));
        JsonObject job = spec.object("jobTemplate", "spec");
        JobSpecChecks.check(job, "spec.jobTemplate.spec", flaws);
        if (job.has("selector")) {
            flaws.invalid("spec.jobTemplate.spec.selector", job.get("selector"), "`selector` will be auto-generated");
        }
        if (job.isTrue("manualSelector")) {
            flaws.unsupported("spec.jobTemplate.spec.manualSelector", Json.of(true), List.of("nil", "false"));
        }
        flaws.nonNegative("spec.successfulJobsHistoryLimit", spec.get("successfulJobsHistoryLimit"));
        flaws.nonNegative("spec.failedJobsHistoryLimit", spec.get("failedJobsHistoryLimit"));
    }

    private static void checkSchedule(String schedule, Flaws flaws) {
        int fields = schedule.strip().split("\\s+", -1).length;
        if (!schedule.startsWith("@") && !schedule.contains("TZ") && fields != SCHEDULE_FIELDS) {
            flaws.invalid(
                    "spec.schedule",
                    schedule,
                    "expected exactly %d fields, found %d: %s".formatted(SCHEDULE_FIELDS, fields, splitAsGo(schedule)));
        }
        String flaw = fields == SCHEDULE_FIELDS || schedule.startsWith("@") ? CronSchedules.flaw(schedule) : "";
        if (!flaw.isEmpty() && !schedule.contains("TZ")) {
            flaws.invalid("spec.schedule", schedule, flaw);
        }
        if (schedule.contains("TZ")) {
            flaws.invalid(
                    "spec.schedule", schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        }
    }

    private static void checkZone(String zone, Flaws flaws) {
        String field = "spec.timeZone";
        if (zone.isEmpty()) {
            flaws.invalid(field, zone, "timeZone must be nil or non-empty string");
        } else if (zone.equalsIgnoreCase("Local")) {
            flaws.invalid(
                    field,
                    zone,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            flaws.invalid(field, zone, "unknown time zone " + zone);
        }
    }

    private static String splitAsGo(String schedule) {
        return "[" + String.join(" ", schedule.strip().split("\\s+", -1)) + "]";
    }

    @Override
    public void checkCreation(JsonObject object, Flaws flaws) {
        if (KubeObjects.name(object).length() > NAME_LENGTH_MAX) {
            flaws.invalid(
                    "metadata.name",
                    KubeObjects.name(object),
                    "must be no more than " + NAME_LENGTH_MAX + " characters");
        }
    }
}
