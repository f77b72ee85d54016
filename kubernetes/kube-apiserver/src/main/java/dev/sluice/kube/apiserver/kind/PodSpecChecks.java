package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What a pod's specification must say, be it a pod's or a template's.
final class PodSpecChecks {
    private static final List<String> RESTARTS = List.of("Always", "OnFailure", "Never");
    private static final List<String> DNS = List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None");
    private static final List<String> PREEMPTIONS = List.of("PreemptLowerPriority", "Never");
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private PodSpecChecks() {}

    /// Of a template.
    static void check(JsonObject spec, String field, Flaws flaws) {
        check(spec, field, false, flaws);
    }

    /// @param isPod whether it is a pod's, of which more is asked than of a template
    static void check(JsonObject spec, String field, boolean isPod, Flaws flaws) {
        PodFacts pod = new PodFacts(
                checkVolumes(spec.array("volumes"), field, flaws),
                ResourceClaims.names(spec.array("resourceClaims")),
                spec.text("restartPolicy"),
                spec.number(0, "terminationGracePeriodSeconds"),
                !Json.of(false).equals(spec.get("hostUsers")));
        Parts.array(spec, "resourceClaims", field, ResourceClaims::check, flaws);
        checkContainers(spec, field, pod, flaws);
        PodResources.check(spec, field, pod.claims(), flaws);
        PodNetworkChecks.checkHostNetwork(spec, field, isPod, flaws);
        flaws.oneOf(spec, "restartPolicy", field, true, RESTARTS);
        flaws.oneOf(spec, "dnsPolicy", field, true, DNS);
        Parts.object(spec, "nodeSelector", field, (labels, own, found) -> found.labels(own, labels), flaws);
        SecurityChecks.checkPod(spec, field, flaws);
        Parts.object(spec, "affinity", field, AffinityChecks::check, flaws);
        PodNetworkChecks.checkNames(spec, field, flaws);
        Parts.array(spec, "readinessGates", field, PodSpecChecks::checkReadiness, flaws);
        Parts.array(spec, "schedulingGates", field, PodSpecChecks::checkGates, flaws);
        Parts.array(spec, "topologySpreadConstraints", field, SpreadChecks::check, flaws);
        PodNetworkChecks.checkHost(spec, field, flaws);
        PodNetworkChecks.checkOverride(spec, field, flaws);
        flaws.name(spec, "serviceAccountName", field, false);
        flaws.name(spec, "nodeName", field, false);
        checkDeadline(spec, field, flaws);
        flaws.name(spec, "hostname", field, true);
        flaws.name(spec, "subdomain", field, true);
        Parts.array(spec, "tolerations", field, PodSpecChecks::checkTolerations, flaws);
        Parts.array(spec, "hostAliases", field, PodNetworkChecks::checkAliases, flaws);
        flaws.name(spec, "priorityClassName", field, false);
        flaws.name(spec, "runtimeClassName", field, false);
        flaws.oneOf(spec, "preemptionPolicy", field, false, PREEMPTIONS);
        Parts.object(spec, "overhead", field, PodSpecChecks::checkOverhead, flaws);
        PodSystemChecks.check(spec, field, flaws);
    }

    private static void checkContainers(JsonObject spec, String field, PodFacts pod, Flaws flaws) {
        if (spec.array("containers").isEmpty()) {
            flaws.required(field + ".containers");
        }
        Set<String> names = new HashSet<>();
        ContainerChecks.checkAll(spec.array("containers"), field + ".containers", pod, names, flaws);
        ContainerChecks.checkAll(spec.array("initContainers"), field + ".initContainers", pod, names, flaws);
        DebugContainers.check(spec.array("ephemeralContainers"), field + ".ephemeralContainers", pod, names, flaws);
    }

    private static void checkReadiness(JsonArray gates, String field, Flaws flaws) {
        for (int i = 0; i < gates.size(); i++) {
            String type = gates.object(i).text("conditionType");
            flaws.names(field + "[" + i + "].conditionType", type, Names.qualifiedName(type));
        }
    }

    private static void checkOverhead(JsonObject overhead, String field, Flaws flaws) {
        ContainerChecks.checkResources(JsonObject.of("limits", overhead), field, flaws);
    }

    private static void checkDeadline(JsonObject spec, String field, Flaws flaws) {
        long deadline = spec.number(1, "activeDeadlineSeconds");
        if (deadline < 1 || deadline > Integer.MAX_VALUE) {
            flaws.invalid(
                    field + ".activeDeadlineSeconds", Json.of(deadline), "must be between 1 and 2147483647, inclusive");
        }
    }

    /// @return those that are well, by their names
    private static Map<String, JsonObject> checkVolumes(JsonArray volumes, String field, Flaws flaws) {
        Map<String, JsonObject> names = new HashMap<>();
        for (int i = 0; i < volumes.size(); i++) {
            Flaws own = new Flaws();
            JsonObject volume = volumes.object(i);
            String name = volume.text("name");
            String at = field + ".volumes[" + i + "]";
            VolumeSources.check(volume, VolumeSources.OF_PODS, at, true, own);
            if (name.isEmpty()) {
                own.required(at + ".name");
            } else {
                own.names(at + ".name", name, Names.label(name));
            }
            if (names.containsKey(name)) {
                own.duplicate(at + ".name", Json.of(name));
            }
            if (own.isEmpty()) {
                names.put(name, volume);
            }
            flaws.addAll(own);
        }
        return names;
    }

    private static void checkGates(JsonArray gates, String field, Flaws flaws) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < gates.size(); i++) {
            String name = gates.object(i).text("name");
            flaws.names(field + "[" + i + "]", name, Names.qualifiedName(name));
            if (!names.add(name)) {
                flaws.duplicate(field + "[" + i + "]", Json.of(name));
            }
        }
    }

    static void checkTolerations(JsonArray tolerations, String field, Flaws flaws) {
        for (int i = 0; i < tolerations.size(); i++) {
            JsonObject toleration = tolerations.object(i);
            if (PodAdmission.isOurs(toleration)) {
                continue;
            }
            String own = field + "[" + i + "]";
            String key = toleration.text("key");
            String operator = toleration.text("operator");
            if (!key.isEmpty()) {
                flaws.names(own + ".key", key, Names.qualifiedName(key));
            } else if (!operator.equals("Exists")) {
                flaws.invalid(
                        own + ".operator",
                        operator,
                        "operator must be Exists when `key` is empty, which means \"match all values and all keys\"");
            }
            if (toleration.has("tolerationSeconds")
                    && !toleration.text("effect").equals("NoExecute")) {
                flaws.invalid(
                        own + ".effect",
                        toleration.text("effect"),
                        "effect must be 'NoExecute' when `tolerationSeconds` is set");
            }
            checkOperator(operator, toleration.text("value"), own, flaws);
            flaws.oneOf(own + ".effect", toleration.text("effect"), false, EFFECTS);
        }
    }

    private static void checkOperator(String operator, String value, String field, Flaws flaws) {
        switch (operator) {
            case "", "Equal" -> {
                List<String> problems = Names.labelValue(value);
                if (!problems.isEmpty()) {
                    flaws.invalid(field + ".operator", value, String.join(";", problems));
                }
            }
            case "Exists" -> {
                if (!value.isEmpty()) {
                    flaws.invalid(field + ".operator", value, "value must be empty when `operator` is 'Exists'");
                }
            }
            case "Lt", "Gt" ->
                flaws.unsupported(field + ".operator", Json.of(operator), List.of("Equal", "Exists", "Lt", "Gt"));
            default -> flaws.unsupported(field + ".operator", Json.of(operator), List.of("Equal", "Exists"));
        }
    }

    static void checkTaints(JsonArray taints, String field, Flaws flaws) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < taints.size(); i++) {
            JsonObject taint = taints.object(i);
            String own = field + "[" + i + "]";
            flaws.names(own + ".key", taint.text("key"), Names.qualifiedName(taint.text("key")));
            List<String> problems = Names.labelValue(taint.text("value"));
            if (!problems.isEmpty()) {
                flaws.invalid(own + ".value", taint.text("value"), String.join(";", problems));
            }
            flaws.oneOf(own + ".effect", taint.text("effect"), true, EFFECTS);
            if (!seen.add(taint.text("key") + " " + taint.text("effect"))) {
                JsonObject shown = JsonObject.builder()
                        .put("Key", taint.text("key"))
                        .put("Value", taint.text("value"))
                        .put("Effect", taint.text("effect"))
                        .put("TimeAdded", GoStructs.sorted(taint.get("timeAdded")))
                        .build();
                flaws.duplicate(own, shown, "taints must be unique by key and effect pair");
            }
        }
    }
}
