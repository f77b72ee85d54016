package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.core.volume.VolumeSources;
import dev.sluice.kube.validation.field.OptionalFields;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates the specification of a pod, or of a pod template.
public final class PodSpecValidation {
    private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS = List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> PREEMPTIONS = List.of("PreemptLowerPriority", "Never");
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private PodSpecValidation() {}

    /// Of a template.
    static void validate(JsonObject spec, String field, ValidationErrors errors) {
        validate(spec, field, false, errors);
    }

    /// @param isPod whether it is a pod's, of which more is asked than of a template
    static void validate(JsonObject spec, String field, boolean isPod, ValidationErrors errors) {
        PodSpecFacts pod = new PodSpecFacts(
                checkVolumes(spec.array("volumes"), field, errors),
                PodResourceClaims.names(spec.array("resourceClaims")),
                spec.text("restartPolicy"),
                spec.number(0, "terminationGracePeriodSeconds"),
                !Json.of(false).equals(spec.get("hostUsers")));
        OptionalFields.array(spec, "resourceClaims", field, PodResourceClaims::validate, errors);
        checkContainers(spec, field, pod, errors);
        PodResources.validate(spec, field, pod.claims(), errors);
        PodNetworkValidation.checkHostNetwork(spec, field, isPod, errors);
        errors.oneOf(spec, "restartPolicy", field, true, RESTARTS);
        errors.oneOf(spec, "dnsPolicy", field, true, DNS);
        OptionalFields.object(spec, "nodeSelector", field, (labels, own, found) -> found.labels(own, labels), errors);
        SecurityContextValidation.checkPod(spec, field, errors);
        OptionalFields.object(spec, "affinity", field, AffinityValidation::validate, errors);
        PodNetworkValidation.checkNames(spec, field, errors);
        OptionalFields.array(spec, "readinessGates", field, PodSpecValidation::checkReadiness, errors);
        OptionalFields.array(spec, "schedulingGates", field, PodSpecValidation::checkGates, errors);
        OptionalFields.array(spec, "topologySpreadConstraints", field, TopologySpreadValidation::validate, errors);
        PodNetworkValidation.checkHost(spec, field, errors);
        PodNetworkValidation.checkOverride(spec, field, errors);
        errors.name(spec, "serviceAccountName", field, false);
        errors.name(spec, "nodeName", field, false);
        checkDeadline(spec, field, errors);
        errors.name(spec, "hostname", field, true);
        errors.name(spec, "subdomain", field, true);
        OptionalFields.array(spec, "tolerations", field, PodSpecValidation::checkTolerations, errors);
        OptionalFields.array(spec, "hostAliases", field, PodNetworkValidation::checkAliases, errors);
        errors.name(spec, "priorityClassName", field, false);
        errors.name(spec, "runtimeClassName", field, false);
        errors.oneOf(spec, "preemptionPolicy", field, false, PREEMPTIONS);
        OptionalFields.object(spec, "overhead", field, PodSpecValidation::checkOverhead, errors);
        PodOsValidation.validate(spec, field, errors);
    }

    private static void checkContainers(JsonObject spec, String field, PodSpecFacts pod, ValidationErrors errors) {
        if (spec.array("containers").isEmpty()) {
            errors.required(field + ".containers");
        }
        Set<String> names = new HashSet<>();
        ContainerValidation.checkAll(spec.array("containers"), field + ".containers", pod, names, errors);
        ContainerValidation.checkAll(spec.array("initContainers"), field + ".initContainers", pod, names, errors);
        DebugContainers.validate(spec.array("ephemeralContainers"), field + ".ephemeralContainers", pod, names, errors);
    }

    private static void checkReadiness(JsonArray gates, String field, ValidationErrors errors) {
        for (int i = 0; i < gates.size(); i++) {
            String type = gates.object(i).text("conditionType");
            errors.names(field + "[" + i + "].conditionType", type, NameValidation.qualifiedName(type));
        }
    }

    private static void checkOverhead(JsonObject overhead, String field, ValidationErrors errors) {
        ContainerValidation.checkResources(JsonObject.of("limits", overhead), field, errors);
    }

    private static void checkDeadline(JsonObject spec, String field, ValidationErrors errors) {
        long deadline = spec.number(1, "activeDeadlineSeconds");
        if (deadline < 1 || deadline > Integer.MAX_VALUE) {
            errors.invalid(
                    field + ".activeDeadlineSeconds", Json.of(deadline), "must be between 1 and 2147483647, inclusive");
        }
    }

    /// @return those that are well, by their names
    private static Map<String, JsonObject> checkVolumes(JsonArray volumes, String field, ValidationErrors errors) {
        Map<String, JsonObject> names = new HashMap<>();
        for (int i = 0; i < volumes.size(); i++) {
            ValidationErrors own = new ValidationErrors();
            JsonObject volume = volumes.object(i);
            String name = volume.text("name");
            String at = field + ".volumes[" + i + "]";
            VolumeSources.validate(volume, VolumeSources.OF_PODS, at, true, own);
            if (name.isEmpty()) {
                own.required(at + ".name");
            } else {
                own.names(at + ".name", name, NameValidation.label(name));
            }
            if (names.containsKey(name)) {
                own.duplicate(at + ".name", Json.of(name));
            }
            if (own.isEmpty()) {
                names.put(name, volume);
            }
            errors.addAll(own);
        }
        return names;
    }

    private static void checkGates(JsonArray gates, String field, ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < gates.size(); i++) {
            String name = gates.object(i).text("name");
            errors.names(field + "[" + i + "]", name, NameValidation.qualifiedName(name));
            if (!names.add(name)) {
                errors.duplicate(field + "[" + i + "]", Json.of(name));
            }
        }
    }

    static void checkTolerations(JsonArray tolerations, String field, ValidationErrors errors) {
        for (int i = 0; i < tolerations.size(); i++) {
            JsonObject toleration = tolerations.object(i);
            if (PodAdmission.isOurs(toleration)) {
                continue;
            }
            String own = field + "[" + i + "]";
            String key = toleration.text("key");
            String operator = toleration.text("operator");
            if (!key.isEmpty()) {
                errors.names(own + ".key", key, NameValidation.qualifiedName(key));
            } else if (!operator.equals("Exists")) {
                errors.invalid(
                        own + ".operator",
                        operator,
                        "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
            }
            if (toleration.has("tolerationSeconds")
                    && !toleration.text("effect").equals("NoExecute")) {
                errors.invalid(
                        own + ".effect",
                        toleration.text("effect"),
                        "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            checkOperator(operator, toleration.text("value"), own, errors);
            errors.oneOf(own + ".effect", toleration.text("effect"), false, EFFECTS);
        }
    }

    private static void checkOperator(String operator, String value, String field, ValidationErrors errors) {
        switch (operator) {
            case "", "Equal" -> {
                List<String> problems = NameValidation.labelValue(value);
                if (!problems.isEmpty()) {
                    errors.invalid(field + ".operator", value, String.join(";", problems));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    errors.invalid(field + ".operator", value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" ->
                errors.unsupported(field + ".operator", Json.of(operator), List.of("Equal", "Exists", "Lt", "Gt"));
            default -> errors.unsupported(field + ".operator", Json.of(operator), List.of("Equal", "Exists"));
        }
    }

    public static void checkTaints(JsonArray taints, String field, ValidationErrors errors) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonObject taint = taints.object(i);
            String own = field + "[" + i + "]";
            errors.names(own + ".key", taint.text("key"), NameValidation.qualifiedName(taint.text("key")));
            List<String> problems = NameValidation.labelValue(taint.text("value"));
            if (!problems.isEmpty()) {
                errors.invalid(own + ".value", taint.text("value"), String.join(";", problems));
            }
            errors.oneOf(own + ".effect", taint.text("effect"), true, EFFECTS);
            if (!seen.add(taint.text("key") + " " + taint.text("effect"))) {
                errors.duplicate(own, taint, "taints must be unique by key and effect pair");
            }
        }
    }
}
