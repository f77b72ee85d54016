package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ResourceType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What is odd about an object that is stored all the same, in Kubernetes' words.
public final class Warnings {
    private static final String BEGIN = "-----BEGIN ";

    /// Where each has its template of pods.
    private static final Map<String, String> TEMPLATES = Map.of(
            "deployments.apps", "spec.template",
            "replicasets.apps", "spec.template",
            "daemonsets.apps", "spec.template",
            "statefulsets.apps", "spec.template",
            "replicationcontrollers", "spec.template",
            "jobs.batch", "spec.template",
            "cronjobs.batch", "spec.jobTemplate.spec.template",
            "podtemplates", "template");

    /// Whose names end up in those of pods.
    private static final Set<String> NAMING =
            Set.of("deployments.apps", "replicasets.apps", "replicationcontrollers", "jobs.batch", "cronjobs.batch");

    /// An Indexed Job of more than these is hard to keep track of.
    private static final long COMPLETIONS_MANY = 100_000;

    private static final long PARALLELISM_MANY = 10_000;

    private Warnings() {}

    /// Tells what of an object is odd.
    ///
    /// @param old nothing if the object is new
    public static void tell(ResourceType type, JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        String resource = type.groupResource();
        if (old == null) {
            ofName(resource, KubeObjects.name(object), warnings);
        }
        String template = TEMPLATES.get(resource);
        if (template != null) {
            ofTemplate(resource, template, object, old, warnings);
            return;
        }
        switch (resource) {
            case "pods" -> {
                // Who changes pods is a program, which does not listen.
                if (old == null) {
                    PodWarnings.tell(object, "", warnings);
                }
            }
            case "services" -> ServiceWarnings.tell(object, warnings);
            case "persistentvolumeclaims" -> StorageWarnings.ofClaim(object, warnings);
            case "persistentvolumes" -> StorageWarnings.ofVolume(object, warnings);
            case "storageclasses.storage.k8s.io" -> StorageWarnings.ofClass(object, warnings);
            case "secrets" -> ofSecret(object, warnings);
            case "nodes" -> ofNode(object.object("spec"), warnings);
            case "endpointslices.discovery.k8s.io" -> {
                if (old == null && object.text("addressType").equals("FQDN")) {
                    warnings.accept("spec.addressType: FQDN endpoints are deprecated");
                }
            }
            case "ingresses.networking.k8s.io" -> {
                String key = "kubernetes.io/ingress.class";
                if (old == null && object.object("metadata", "annotations").has(key)) {
                    warnings.accept(
                            "annotation \"" + key + "\" is deprecated, please use 'spec.ingressClassName' instead");
                }
            }
            case "csidrivers.storage.k8s.io" -> {
                JsonObject spec = object.object("spec");
                JsonArray tokens = spec.array("tokenRequests");
                boolean isNew =
                        old == null || !old.array("spec", "tokenRequests").equals(tokens);
                if (isNew && !tokens.isEmpty() && !spec.has("serviceAccountTokenInSecrets")) {
                    warnings.accept(
                            "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to"
                                    + " true to prevent possible logging of tokens in volume attributes");
                }
            }
            case "serviceaccounts" -> ofAccount(object, old, warnings);
            case "runtimeclasses.node.k8s.io" ->
                NodeLabels.tell(object.object("scheduling", "nodeSelector"), _ -> "scheduling.nodeSelector", warnings);
            default -> {}
        }
    }

    private static void ofName(String resource, String name, Consumer<String> warnings) {
        boolean isPod = resource.equals("pods");
        if (!isPod && !NAMING.contains(resource)) {
            return;
        }
        List<String> problems = NameValidation.label(name);
        if (!problems.isEmpty()) {
            warnings.accept("metadata.name: this is used in "
                    + (isPod ? "the Pod's hostname" : "Pod names and hostnames")
                    + ", which can result in surprising behavior; a DNS label is recommended: ["
                    + String.join(" ", problems) + "]");
        }
    }

    private static void ofTemplate(
            String resource, String path, JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        boolean isSame =
                old != null && object.number(0, "metadata", "generation") == old.number(0, "metadata", "generation");
        if (!isSame) {
            if (resource.equals("jobs.batch")) {
                ofJob(object.object("spec"), "spec", warnings);
            } else if (resource.equals("cronjobs.batch")) {
                ofJob(object.object("spec", "jobTemplate", "spec"), "spec.jobTemplate.spec", warnings);
            }
            PodWarnings.tell(object.object(path.split("\\.", -1)), path + ".", warnings);
        }
        if (resource.equals("statefulsets.apps")) {
            ofStatefulSet(object.object("spec"), old == null, warnings);
        }
        if (resource.equals("cronjobs.batch")
                && old != null
                && object.text("spec", "schedule").contains("TZ")) {
            warnings.accept("cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
                    + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
        }
    }

    private static void ofStatefulSet(JsonObject spec, boolean isNew, Consumer<String> warnings) {
        JsonArray claims = spec.array("volumeClaimTemplates");
        for (int i = 0; i < claims.size(); i++) {
            // The real server names the field so, once with the specification and once without.
            String field = "spec.volumeClaimTemplates[" + i + "]" + (isNew ? "" : ".Spec");
            StorageWarnings.ofClaimSpec(claims.object(i).object("spec"), field, warnings);
        }
        if (spec.number(0, "revisionHistoryLimit") < 0) {
            warnings.accept("spec.revisionHistoryLimit: a negative value retains all historical revisions; a value"
                    + " >= 0 is recommended");
        }
    }

    private static void ofJob(JsonObject spec, String field, Consumer<String> warnings) {
        boolean isIndexed = spec.text("completionMode").equals("Indexed");
        if (isIndexed
                && spec.number(0, "completions") > COMPLETIONS_MANY
                && spec.number(0, "parallelism") > PARALLELISM_MANY) {
            warnings.accept(field + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
                    + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of"
                    + " indexes fail");
        }
    }

    private static void ofSecret(JsonObject secret, Consumer<String> warnings) {
        if (!secret.text("type").equals("kubernetes.io/tls")) {
            return;
        }
        if (!isPem(secret.text("data", "tls.crt"))) {
            warnings.accept("tls: failed to find any PEM data in certificate input");
        } else if (!isPem(secret.text("data", "tls.key"))) {
            warnings.accept("tls: failed to find any PEM data in key input");
        }
    }

    private static boolean isPem(String encoded) {
        return new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8).contains(BEGIN);
    }

    private static void ofNode(JsonObject spec, Consumer<String> warnings) {
        if (spec.has("configSource")) {
            warnings.accept("spec.configSource: the feature is removed");
        }
        if (!spec.text("externalID").isEmpty()) {
            warnings.accept("spec.externalID: this field is deprecated, and is unused by Kubernetes");
        }
    }

    private static void ofAccount(JsonObject account, @Nullable JsonObject old, Consumer<String> warnings) {
        String key = "kubernetes.io/enforce-mountable-secrets";
        Json now = account.object("metadata", "annotations").get(key);
        boolean isOld = old != null && old.object("metadata", "annotations").has(key);
        if (now != null && !isOld) {
            warnings.accept("metadata.annotations[" + key + "]: deprecated in v1.32+; prefer separate namespaces to"
                    + " isolate access to mounted secrets");
        }
    }
}
