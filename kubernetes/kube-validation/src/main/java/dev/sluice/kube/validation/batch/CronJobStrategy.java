package dev.sluice.kube.validation.batch;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.core.pod.PodTemplateWarnings;
import dev.sluice.kube.validation.field.FieldPaths;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Cron jobs.
final class CronJobStrategy implements KindStrategy {
    /// Its jobs' names are eleven characters longer than its own.
    private static final int NAME_LENGTH_MAX = 52;

    private static final int SCHEDULE_FIELDS = 5;

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        // A template of a job has those defaults only that are a field's own.
        return FieldPaths.change(
                object,
                "spec.jobTemplate.spec",
                spec -> FieldPaths.fill(spec, "podFailurePolicy?.rules[].onPodConditions[].status", Json.of("True")));
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        String schedule = spec.text("schedule");
        if (schedule.isEmpty()) {
            errors.required("spec.schedule");
        } else {
            checkSchedule(schedule, errors);
        }
        if (spec.has("timeZone")) {
            checkZone(spec.text("timeZone"), errors);
        }
        errors.nonNegative("spec.startingDeadlineSeconds", spec.get("startingDeadlineSeconds"));
        errors.oneOf(
                "spec.concurrencyPolicy", spec.text("concurrencyPolicy"), true, List.of("Allow", "Forbid", "Replace"));
        JsonObject job = spec.object("jobTemplate", "spec");
        JobSpecValidation.validate(job, "spec.jobTemplate.spec", errors);
        if (job.has("selector")) {
            errors.invalid("spec.jobTemplate.spec.selector", job.get("selector"), "`selector` will be auto-generated");
        }
        if (job.isTrue("manualSelector")) {
            errors.unsupported("spec.jobTemplate.spec.manualSelector", Json.of(true), List.of("nil", "false"));
        }
        errors.nonNegative("spec.successfulJobsHistoryLimit", spec.get("successfulJobsHistoryLimit"));
        errors.nonNegative("spec.failedJobsHistoryLimit", spec.get("failedJobsHistoryLimit"));
    }

    private static void checkSchedule(String schedule, ValidationErrors errors) {
        int fields = schedule.strip().split("\\s+", -1).length;
        if (!schedule.startsWith("@") && !schedule.contains("TZ") && fields != SCHEDULE_FIELDS) {
            errors.invalid(
                    "spec.schedule",
                    schedule,
                    "expected exactly %d fields, found %d: %s".formatted(SCHEDULE_FIELDS, fields, splitAsGo(schedule)));
        }
        String error = fields == SCHEDULE_FIELDS || schedule.startsWith("@") ? CronSchedules.error(schedule) : "";
        if (!error.isEmpty() && !schedule.contains("TZ")) {
            errors.invalid("spec.schedule", schedule, error);
        }
        if (schedule.contains("TZ")) {
            errors.invalid(
                    "spec.schedule", schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
        }
    }

    private static void checkZone(String zone, ValidationErrors errors) {
        String field = "spec.timeZone";
        if (zone.isEmpty()) {
            errors.invalid(field, zone, "timeZone must be nil or non-empty string");
        } else if (zone.equalsIgnoreCase("Local")) {
            errors.invalid(
                    field,
                    zone,
                    "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        } else if (!ZoneId.getAvailableZoneIds().contains(zone)) {
            errors.invalid(field, zone, "unknown time zone " + zone);
        }
    }

    private static String splitAsGo(String schedule) {
        return "[" + String.join(" ", schedule.strip().split("\\s+", -1)) + "]";
    }

    @Override
    public void validateCreate(JsonObject object, ValidationErrors errors) {
        if (KubeObjects.name(object).length() > NAME_LENGTH_MAX) {
            errors.invalid(
                    "metadata.name",
                    KubeObjects.name(object),
                    "must be no more than " + NAME_LENGTH_MAX + " characters");
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        PodTemplateWarnings.ofName(object, old, warnings);
        if (PodTemplateWarnings.isChanged(object, old)) {
            JobWarnings.ofSpec(object.object("spec", "jobTemplate", "spec"), "spec.jobTemplate.spec", warnings);
        }
        PodTemplateWarnings.ofTemplate(object, old, "spec.jobTemplate.spec.template", warnings);
        if (old != null && object.text("spec", "schedule").contains("TZ")) {
            warnings.accept("cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                    + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
        }
    }
}
