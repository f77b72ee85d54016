package dev.sluice.kube.validation.batch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Validates the specification of a Job, also in a cron job's template.
final class JobSpecValidation {
    /// Kubernetes' own limits, which keep a job's status small.
    private static final long PARALLELISM_MAX = 100_000;

    private static final long FAILED_INDEXES_MAX = 100_000;
    private static final long COMPLETIONS_SOFT_MAX = 100_000;
    private static final long PARALLELISM_MAX_BEYOND = 10_000;
    private static final long FAILED_INDEXES_MAX_BEYOND = 10_000;
    private static final int RULES_MAX = 20;
    private static final int VALUES_MAX = 255;
    private static final int MANAGED_BY_LENGTH_MAX = 63;

    private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");

    private JobSpecValidation() {}

    static boolean isIndexed(JsonObject spec) {
        return spec.text("completionMode").equals("Indexed");
    }

    static void validate(JsonObject spec, String field, ValidationErrors errors) {
        for (String count : List.of(
                "parallelism",
                "completions",
                "activeDeadlineSeconds",
                "backoffLimit",
                "ttlSecondsAfterFinished",
                "backoffLimitPerIndex",
                "maxFailedIndexes")) {
            errors.nonNegative(field + "." + count, spec.get(count));
        }
        if (spec.has("maxFailedIndexes") && !spec.has("backoffLimitPerIndex")) {
            errors.required(field + ".backoffLimitPerIndex", "when maxFailedIndexes is specified");
        }
        checkManagedBy(spec, field, errors);
        errors.oneOf(field + ".completionMode", spec.text("completionMode"), false, List.of("NonIndexed", "Indexed"));
        if (isIndexed(spec)) {
            checkIndexed(spec, field, errors);
        } else if (spec.text("completionMode").equals("NonIndexed")) {
            for (String only : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
                if (spec.has(only)) {
                    errors.invalid(field + "." + only, spec.get(only), "requires indexed completion mode");
                }
            }
        }
        checkFailurePolicy(spec, field + ".podFailurePolicy", errors);
        checkSuccessPolicy(spec, field + ".successPolicy", errors);
        checkReplacement(spec, field + ".podReplacementPolicy", errors);
        PodTemplates.validate(spec.object("template"), field + ".template", errors);
        checkRestart(spec, field + ".template.spec.restartPolicy", errors);
    }

    private static void checkManagedBy(JsonObject spec, String field, ValidationErrors errors) {
        if (!spec.has("managedBy")) {
            return;
        }
        String manager = spec.text("managedBy");
        String own = field + ".managedBy";
        int slash = manager.indexOf('/');
        if (manager.isEmpty()) {
            errors.required(own);
        } else if (slash <= 0 || slash == manager.length() - 1) {
            errors.invalid(own, manager, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        } else {
            errors.names(own, manager.substring(0, slash), NameValidation.subdomain(manager.substring(0, slash)));
        }
        if (manager.length() > MANAGED_BY_LENGTH_MAX) {
            errors.tooLong(own, MANAGED_BY_LENGTH_MAX);
        }
    }

    private static void checkIndexed(JsonObject spec, String field, ValidationErrors errors) {
        long parallelism = spec.number(0, "parallelism");
        long completions = spec.number(Long.MAX_VALUE, "completions");
        long failed = spec.number(0, "maxFailedIndexes");
        if (!spec.has("completions")) {
            errors.required(field + ".completions", "when completion mode is Indexed");
        }
        if (parallelism > PARALLELISM_MAX) {
            errors.invalid(
                    field + ".parallelism",
                    Json.of(parallelism),
                    "must be less than or equal to 100000 when completion mode is Indexed");
        }
        if (failed > completions) {
            errors.invalid(field + ".maxFailedIndexes", Json.of(failed), "must be less than or equal to completions");
        }
        if (failed > FAILED_INDEXES_MAX) {
            errors.invalid(field + ".maxFailedIndexes", Json.of(failed), "must be less than or equal to 100000");
        }
        boolean isLarge = spec.number(0, "completions") > COMPLETIONS_SOFT_MAX;
        if (isLarge && spec.has("backoffLimitPerIndex")) {
            String why = " when completions are above 100000 and used with backoff limit per index";
            if (!spec.has("maxFailedIndexes")) {
                errors.required(field + ".maxFailedIndexes", "must be specified when completions is above 100000");
            }
            if (parallelism > PARALLELISM_MAX_BEYOND) {
                errors.invalid(
                        field + ".parallelism", Json.of(parallelism), "must be less than or equal to 10000" + why);
            }
            if (failed > FAILED_INDEXES_MAX_BEYOND) {
                errors.invalid(
                        field + ".maxFailedIndexes", Json.of(failed), "must be less than or equal to 10000" + why);
            }
        }
    }

    private static void checkFailurePolicy(JsonObject spec, String field, ValidationErrors errors) {
        JsonArray rules = spec.array("podFailurePolicy", "rules");
        if (rules.size() > RULES_MAX) {
            errors.tooMany(field + ".rules", rules.size(), RULES_MAX);
        }
        for (int i = 0; i < rules.size(); i++) {
            JsonObject rule = rules.object(i);
            String own = field + ".rules[" + i + "]";
            String action = rule.text("action");
            if (action.isEmpty()) {
                errors.required(own + ".action", "valid values: [\"" + String.join("\" \"", ACTIONS) + "\"]");
            } else if (action.equals("FailIndex")) {
                if (!spec.has("backoffLimitPerIndex")) {
                    errors.invalid(own + ".action", action, "requires the backoffLimitPerIndex to be set");
                }
            } else if (!ACTIONS.contains(action)) {
                errors.unsupported(own + ".action", Json.of(action), ACTIONS);
            }
            boolean hasCodes = rule.get("onExitCodes") instanceof JsonObject;
            if (hasCodes) {
                checkExitCodes(spec, rule.object("onExitCodes"), own + ".onExitCodes", errors);
            }
            JsonArray conditions = rule.array("onPodConditions");
            checkConditions(conditions, own + ".onPodConditions", errors);
            if (hasCodes && !conditions.isEmpty()) {
                errors.invalid(own, "specifying both OnExitCodes and OnPodConditions is not supported");
            } else if (!hasCodes && conditions.isEmpty()) {
                errors.invalid(own, "specifying one of OnExitCodes and OnPodConditions is required");
            }
        }
    }

    private static void checkConditions(JsonArray conditions, String field, ValidationErrors errors) {
        if (conditions.size() > RULES_MAX) {
            errors.tooMany(field, conditions.size(), RULES_MAX);
        }
        for (int i = 0; i < conditions.size(); i++) {
            String own = field + "[" + i + "]";
            String type = conditions.object(i).text("type");
            errors.names(own + ".type", type, NameValidation.qualifiedName(type));
            errors.oneOf(
                    own + ".status", conditions.object(i).text("status"), true, List.of("False", "True", "Unknown"));
        }
    }

    private static void checkExitCodes(JsonObject spec, JsonObject codes, String field, ValidationErrors errors) {
        String operator = codes.text("operator");
        if (operator.isEmpty()) {
            errors.required(field + ".operator", "valid values: [\"In\" \"NotIn\"]");
        } else {
            errors.oneOf(field + ".operator", operator, true, List.of("In", "NotIn"));
        }
        if (codes.has("containerName") && !containerNames(spec).contains(codes.text("containerName"))) {
            errors.invalid(
                    field + ".containerName",
                    codes.text("containerName"),
                    "must be one of the container or initContainer names in the pod template");
        }
        JsonArray values = codes.array("values");
        String own = field + ".values";
        if (values.isEmpty()) {
            errors.invalid(own, JsonArray.EMPTY, "at least one value is required");
        } else if (values.size() > VALUES_MAX) {
            errors.tooMany(own, values.size(), VALUES_MAX);
        }
        boolean isOrdered = true;
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            Json value = values.get(i);
            if (operator.equals("In") && number(value) == 0) {
                errors.invalid(own + "[" + i + "]", value, "must not be 0 for the In operator");
            }
            if (!seen.add(value)) {
                errors.duplicate(own + "[" + i + "]", value);
            }
            isOrdered &= i == 0 || number(values.get(i - 1)) <= number(value);
        }
        if (!isOrdered) {
            errors.invalid(own, values, "must be ordered");
        }
    }

    private static long number(Json value) {
        return value instanceof JsonNumber number ? number.asLong() : 0;
    }

    private static Set<String> containerNames(JsonObject spec) {
        Set<String> names = new HashSet<>();
        for (String list : List.of("containers", "initContainers")) {
            JsonArray containers = spec.array("template", "spec", list);
            for (int i = 0; i < containers.size(); i++) {
                names.add(containers.object(i).text("name"));
            }
        }
        return names;
    }

    private static void checkSuccessPolicy(JsonObject spec, String field, ValidationErrors errors) {
        if (!(spec.get("successPolicy") instanceof JsonObject policy)) {
            return;
        }
        if (!isIndexed(spec)) {
            errors.invalid(field, "requires indexed completion mode");
            return;
        }
        JsonArray rules = policy.array("rules");
        if (rules.isEmpty()) {
            errors.required(
                    field + ".rules", "at least one rules must be specified when the successPolicy is specified");
        } else if (rules.size() > RULES_MAX) {
            errors.tooMany(field + ".rules", rules.size(), RULES_MAX);
        }
        long completions = spec.number(0, "completions");
        for (int i = 0; i < rules.size(); i++) {
            checkSuccessRule(rules.object(i), field + ".rules[" + i + "]", completions, errors);
        }
    }

    private static void checkSuccessRule(JsonObject rule, String field, long completions, ValidationErrors errors) {
        boolean hasIndexes = rule.has("succeededIndexes");
        if (!rule.has("succeededCount") && !hasIndexes) {
            errors.required(field, "at least one of succeededCount or succeededIndexes must be specified");
        }
        String text = rule.text("succeededIndexes");
        JobIndexes indexes = JobIndexes.parse(text, completions);
        if (hasIndexes && !indexes.problem().isEmpty()) {
            errors.invalid(field + ".succeededIndexes", text, "error parsing succeededIndexes: " + indexes.problem());
        }
        if (rule.has("succeededCount")) {
            Json count = rule.get("succeededCount");
            long number = rule.number(0, "succeededCount");
            errors.nonNegative(field + ".succeededCount", count);
            if (number > completions) {
                errors.invalid(
                        field + ".succeededCount",
                        count,
                        "must be less than or equal to %d (the number of specified completions)"
                                .formatted(completions));
            }
            if (hasIndexes && number > indexes.count()) {
                errors.invalid(
                        field + ".succeededCount",
                        count,
                        "must be less than or equal to %d (the number of indexes in the specified succeededIndexes field)"
                                .formatted(indexes.count()));
            }
        }
    }

    private static void checkReplacement(JsonObject spec, String field, ValidationErrors errors) {
        boolean hasPolicy = spec.has("podFailurePolicy");
        errors.oneOf(
                field,
                spec.text("podReplacementPolicy"),
                false,
                hasPolicy ? List.of("Failed") : List.of("Failed", "TerminatingOrFailed"));
    }

    private static void checkRestart(JsonObject spec, String field, ValidationErrors errors) {
        String policy = spec.text("template", "spec", "restartPolicy");
        if (policy.equals("Always") || policy.isEmpty()) {
            errors.required(field, "valid values: \"OnFailure\", \"Never\"");
        } else if (!policy.equals("OnFailure") && !policy.equals("Never")) {
            errors.unsupported(field, Json.of(policy), List.of("OnFailure", "Never"));
        } else if (spec.has("podFailurePolicy") && !policy.equals("Never")) {
            errors.invalid(field, policy, "only \"Never\" is supported when podFailurePolicy is specified");
        }
    }
}
