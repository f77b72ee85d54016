package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.core.volume.StorageWarnings;
import dev.sluice.kube.validation.core.volume.VolumePaths;
import dev.sluice.kube.validation.field.NodeLabels;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// Warnings about pods and pod templates.
final class PodWarnings {
    private static final String NO_SELECTOR = ": a null labelSelector results in matching no pod";

    private static final List<Map.Entry<String, String>> ANNOTATIONS = List.of(
            Map.entry(
                    "scheduler.alpha.kubernetes.io/critical-pod",
                    "non-functional in v1.16+; use the \"priorityClassName\" field instead"),
            Map.entry(
                    "security.alpha.kubernetes.io/sysctls",
                    "non-functional in v1.11+; use the \"sysctls\" field instead"),
            Map.entry(
                    "security.alpha.kubernetes.io/unsafe-sysctls",
                    "non-functional in v1.11+; use the \"sysctls\" field instead"));

    private static final String SECCOMP = "seccomp.security.alpha.kubernetes.io/pod";
    private static final String SECCOMP_GONE = "non-functional in v1.27+; use the \"seccompProfile\" field instead";

    private static final List<Map.Entry<String, String>> VOLUMES = List.of(
            Map.entry("photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
            Map.entry("gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
            Map.entry("scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
            Map.entry("flocker", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("storageos", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("quobyte", "deprecated in v1.22, non-functional in v1.25+"),
            Map.entry("glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
            Map.entry("cephfs", "deprecated in v1.28, non-functional in v1.31+"),
            Map.entry("rbd", "deprecated in v1.28, non-functional in v1.31+"));

    private PodWarnings() {}

    /// @param prefix of fields' names: empty for a pod, such as `spec.template.` for a template
    static void tell(JsonObject pod, String prefix, Consumer<String> warnings) {
        JsonObject spec = pod.object("spec");
        JsonObject annotations = pod.object("metadata", "annotations");
        String field = prefix + "spec";
        NodeLabels.tell(spec.object("nodeSelector"), key -> field + ".nodeSelector[" + key + "]", warnings);
        ofNodeAffinity(spec.object("affinity", "nodeAffinity"), field + ".affinity.nodeAffinity", warnings);
        ofSpread(spec.array("topologySpreadConstraints"), field + ".topologySpreadConstraints", warnings);
        for (Map.Entry<String, String> each : ANNOTATIONS) {
            if (annotations.has(each.getKey())) {
                warnings.accept(prefix + "metadata.annotations[" + each.getKey() + "]: " + each.getValue());
            }
        }
        ofVolumes(spec.array("volumes"), field + ".volumes", warnings);
        VolumePaths.tell(spec.array("volumes"), warnings);
        ofDuplicates(spec.array("hostAliases"), field + ".hostAliases", "ip", warnings);
        ofDuplicates(spec.array("imagePullSecrets"), field + ".imagePullSecrets", "name", warnings);
        JsonArray secrets = spec.array("imagePullSecrets");
        for (int i = 0; i < secrets.size(); i++) {
            if (secrets.object(i).text("name").isEmpty()) {
                warnings.accept(field + ".imagePullSecrets[" + i + "].name: invalid empty name \"\"");
            }
        }
        for (String amount : List.of("memory", "ephemeral-storage")) {
            StorageWarnings.ofFraction(spec.at("overhead", amount), field + ".overhead[" + amount + "]", warnings);
        }
        if (annotations.has(SECCOMP) && !spec.object("securityContext").has("seccompProfile")) {
            warnings.accept(prefix + "metadata.annotations[" + SECCOMP + "]: " + SECCOMP_GONE);
        }
        ContainerWarnings.tell(spec, annotations, prefix, warnings);
        if (spec.number(0, "terminationGracePeriodSeconds") < 0) {
            warnings.accept(field
                    + ".terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated"
                    + " as 1");
        }
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            ofPodAffinity(spec.object("affinity", kind), field + ".affinity." + kind, warnings);
        }
    }

    private static void ofNodeAffinity(JsonObject affinity, String field, Consumer<String> warnings) {
        JsonArray terms = affinity.array("requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            NodeLabels.tellTerm(
                    terms.object(i),
                    field + ".requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[" + i + "]",
                    warnings);
        }
        JsonArray preferred = affinity.array("preferredDuringSchedulingIgnoredDuringExecution");
        for (int i = 0; i < preferred.size(); i++) {
            JsonObject term = preferred.object(i).object("preference");
            String own = field + ".preferredDuringSchedulingIgnoredDuringExecution[" + i + "].preference";
            NodeLabels.tellTerm(term, own, warnings);
            ofValues(term.array("matchExpressions"), own + ".matchExpressions", warnings);
        }
    }

    private static void ofValues(JsonArray expressions, String field, Consumer<String> warnings) {
        for (int i = 0; i < expressions.size(); i++) {
            JsonArray values = expressions.object(i).array("values");
            for (int j = 0; j < values.size(); j++) {
                String value = values.get(j) instanceof JsonString text ? text.text() : "";
                for (String problem : NameValidation.labelValue(value)) {
                    warnings.accept(field + "[" + i + "].values[" + j + "]: " + value + " is invalid, " + problem);
                }
            }
        }
    }

    private static void ofSpread(JsonArray constraints, String field, Consumer<String> warnings) {
        for (int i = 0; i < constraints.size(); i++) {
            JsonObject constraint = constraints.object(i);
            String key = constraint.text("topologyKey");
            String problem = NodeLabels.problem(key);
            if (problem != null) {
                warnings.accept(field + "[" + i + "].topologyKey: " + key + " is " + problem);
            }
            if (!constraint.has("labelSelector")) {
                warnings.accept(field + "[" + i + "].labelSelector" + NO_SELECTOR);
            }
        }
    }

    private static void ofVolumes(JsonArray volumes, String field, Consumer<String> warnings) {
        for (int i = 0; i < volumes.size(); i++) {
            JsonObject volume = volumes.object(i);
            String own = field + "[" + i + "].";
            for (Map.Entry<String, String> gone : VOLUMES) {
                if (volume.has(gone.getKey())) {
                    String name = gone.getKey().equals("storageos") ? "storageOS" : gone.getKey();
                    warnings.accept(own + name + ": " + gone.getValue());
                }
            }
            StorageWarnings.ofClaimSpec(
                    volume.object("ephemeral", "volumeClaimTemplate", "spec"),
                    own + "ephemeral.volumeClaimTemplate.spec",
                    warnings);
        }
    }

    private static void ofDuplicates(JsonArray list, String field, String key, Consumer<String> warnings) {
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String value = list.object(i).text(key);
            if (!seen.add(value)) {
                warnings.accept(field + "[" + i + "]." + key + ": duplicate " + key + " " + GoQuoting.of(value));
            }
        }
    }

    private static void ofPodAffinity(JsonObject affinity, String field, Consumer<String> warnings) {
        JsonArray required = affinity.array("requiredDuringSchedulingIgnoredDuringExecution");
        for (int i = 0; i < required.size(); i++) {
            if (!required.object(i).has("labelSelector")) {
                warnings.accept(field + ".requiredDuringSchedulingIgnoredDuringExecution[" + i + "].labelSelector"
                        + NO_SELECTOR);
            }
        }
        JsonArray preferred = affinity.array("preferredDuringSchedulingIgnoredDuringExecution");
        for (int i = 0; i < preferred.size(); i++) {
            Json term = preferred.object(i).get("podAffinityTerm");
            if (!(term instanceof JsonObject object) || !object.has("labelSelector")) {
                warnings.accept(field + ".preferredDuringSchedulingIgnoredDuringExecution[" + i
                        + "].podAffinityTerm.labelSelector" + NO_SELECTOR);
            }
        }
    }
}
