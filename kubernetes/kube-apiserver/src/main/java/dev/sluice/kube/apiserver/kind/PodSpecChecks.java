package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What a pod's specification must say, be it a pod's or a template's.
final class PodSpecChecks {
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private PodSpecChecks() {}

    static void check(JsonObject spec, String field, Flaws flaws) {
        Set<String> volumes = checkVolumes(spec.array("volumes"), field + ".volumes", flaws);
        if (spec.array("containers").isEmpty()) {
            flaws.required(field + ".containers");
        }
        Set<String> names = new HashSet<>();
        ContainerChecks.checkAll(spec.array("containers"), field + ".containers", volumes, names, flaws);
        ContainerChecks.checkAll(spec.array("initContainers"), field + ".initContainers", volumes, names, flaws);
        flaws.oneOf(
                field + ".restartPolicy", spec.text("restartPolicy"), true, List.of("Always", "OnFailure", "Never"));
        flaws.oneOf(
                field + ".dnsPolicy",
                spec.text("dnsPolicy"),
                true,
                List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"));
        SecurityChecks.checkPod(spec.object("securityContext"), field + ".securityContext", flaws);
        flaws.labels(field + ".nodeSelector", spec.object("nodeSelector"));
        AffinityChecks.check(spec.object("affinity"), field + ".affinity", flaws);
        checkGates(spec.array("schedulingGates"), field + ".schedulingGates", flaws);
        AffinityChecks.checkSpread(
                spec.array("topologySpreadConstraints"), field + ".topologySpreadConstraints", flaws);
        name(spec, field, "serviceAccountName", false, flaws);
        name(spec, field, "nodeName", false, flaws);
        checkDeadline(spec, field, flaws);
        name(spec, field, "hostname", true, flaws);
        name(spec, field, "subdomain", true, flaws);
        checkTolerations(spec.array("tolerations"), field + ".tolerations", flaws);
        name(spec, field, "priorityClassName", false, flaws);
        name(spec, field, "runtimeClassName", false, flaws);
        flaws.oneOf(
                field + ".preemptionPolicy",
                spec.text("preemptionPolicy"),
                false,
                List.of("PreemptLowerPriority", "Never"));
    }

    private static void name(JsonObject spec, String field, String which, boolean isLabel, Flaws flaws) {
        String name = spec.text(which);
        if (!name.isEmpty()) {
            flaws.names(field + "." + which, name, isLabel ? Names.label(name) : Names.subdomain(name));
        }
    }

    private static void checkDeadline(JsonObject spec, String field, Flaws flaws) {
        long deadline = spec.number(1, "activeDeadlineSeconds");
        if (deadline < 1 || deadline > Integer.MAX_VALUE) {
            flaws.invalid(
                    field + ".activeDeadlineSeconds", Json.of(deadline), "must be between 1 and 2147483647, inclusive");
        }
    }

    /// @return the names of those that are well
    private static Set<String> checkVolumes(JsonArray volumes, String field, Flaws flaws) {
        Set<String> names = new HashSet<>();
        for (int i = 0; i < volumes.size(); i++) {
            Flaws own = new Flaws();
            JsonObject volume = volumes.object(i);
            String name = volume.text("name");
            String at = field + "[" + i + "]";
            checkSource(volume, at, own);
            if (name.isEmpty()) {
                own.required(at + ".name");
            } else {
                own.names(at + ".name", name, Names.label(name));
            }
            if (names.contains(name)) {
                own.duplicate(at + ".name", Json.of(name));
            }
            if (own.isEmpty()) {
                names.add(name);
            }
            flaws.addAll(own);
        }
        return names;
    }

    private static void checkSource(JsonObject volume, String field, Flaws flaws) {
        if (volume.size() > 2) {
            for (int i = 0, seen = 0; i < volume.size(); i++) {
                boolean isSource = !volume.name(i).equals("name");
                if (isSource && seen++ > 0) {
                    flaws.forbidden(field + "." + volume.name(i), "may not specify more than 1 volume type");
                }
            }
        }
        if (volume.has("hostPath") && volume.text("hostPath", "path").isEmpty()) {
            flaws.required(field + ".hostPath.path");
        }
        if (volume.has("secret") && volume.text("secret", "secretName").isEmpty()) {
            flaws.required(field + ".secret.secretName");
        }
        if (volume.has("configMap") && volume.text("configMap", "name").isEmpty()) {
            flaws.required(field + ".configMap.name");
        }
        boolean hasClaim = volume.has("persistentVolumeClaim");
        if (hasClaim && volume.text("persistentVolumeClaim", "claimName").isEmpty()) {
            flaws.required(field + ".persistentVolumeClaim.claimName");
        }
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
                flaws.duplicate(own, taint.get("key") instanceof JsonString ? taint : JsonObject.EMPTY);
            }
        }
    }
}
