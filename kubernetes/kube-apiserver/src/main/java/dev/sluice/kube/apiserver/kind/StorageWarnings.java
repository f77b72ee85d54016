package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.quantity.Quantity;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Storage that is asked for in ways of the past.
final class StorageWarnings {
    private static final String CLASS = "volume.beta.kubernetes.io/storage-class";
    private static final String CLASS_PROBLEM = "deprecated since v1.8; use \"storageClassName\" attribute instead";
    private static final String OPTIONS = "volume.beta.kubernetes.io/mount-options";

    /// Kinds of volumes that are gone, and since when.
    private static final List<List<String>> GONE = List.of(
            List.of("cephfs", "v1.28", "v1.31+"),
            List.of("photonPersistentDisk", "v1.11", "v1.16+"),
            List.of("scaleIO", "v1.16", "v1.22+"),
            List.of("storageos", "v1.22", "v1.25+"),
            List.of("glusterfs", "v1.25", "v1.26+"),
            List.of("rbd", "v1.28", "v1.31+"));

    private static final int MILLI = 1000;

    private StorageWarnings() {}

    static void ofClaim(JsonObject claim, Consumer<String> warnings) {
        if (claim.object("metadata", "annotations").has(CLASS)) {
            warnings.accept("metadata.annotations[" + CLASS + "]: " + CLASS_PROBLEM);
        }
        ofClaimSpec(claim.object("spec"), "spec", warnings);
    }

    static void ofClaimSpec(JsonObject spec, String field, Consumer<String> warnings) {
        for (String which : List.of("requests", "limits")) {
            ofFraction(spec.at("resources", which, "storage"), field + ".resources." + which + "[storage]", warnings);
        }
    }

    /// There is no half byte.
    static void ofFraction(@Nullable Json amount, String field, Consumer<String> warnings) {
        if (amount == null) {
            return;
        }
        Quantity quantity = ContainerValidation.quantity(amount);
        if (quantity.asMilli() % MILLI != 0) {
            warnings.accept(field + ": fractional byte value " + GoQuoting.of(quantity.toString())
                    + " is invalid, must be an integer");
        }
    }

    static void ofVolume(JsonObject volume, Consumer<String> warnings) {
        JsonObject annotations = volume.object("metadata", "annotations");
        JsonObject spec = volume.object("spec");
        if (annotations.has(CLASS)) {
            warnings.accept("metadata.annotations[" + CLASS + "]: " + CLASS_PROBLEM);
        }
        if (annotations.has(OPTIONS)) {
            warnings.accept("metadata.annotations[" + OPTIONS
                    + "]: deprecated since v1.31; use \"mountOptions\" attribute instead");
        }
        if (spec.text("persistentVolumeReclaimPolicy").equals("Recycle")) {
            warnings.accept("spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the"
                    + " recommended approach is to use dynamic provisioning.");
        }
        JsonArray terms = spec.array("nodeAffinity", "required", "nodeSelectorTerms");
        for (int i = 0; i < terms.size(); i++) {
            NodeLabels.tellTerm(terms.object(i), "spec.nodeAffinity.required.nodeSelectorTerms[" + i + "]", warnings);
        }
        for (List<String> gone : GONE) {
            if (spec.has(gone.get(0))) {
                String name = gone.get(0).equals("storageos") ? "storageOS" : gone.get(0);
                warnings.accept(
                        "spec." + name + ": deprecated in " + gone.get(1) + ", non-functional in " + gone.get(2));
            }
        }
    }

    static void ofClass(JsonObject storage, Consumer<String> warnings) {
        JsonArray topologies = storage.array("allowedTopologies");
        for (int i = 0; i < topologies.size(); i++) {
            JsonArray expressions = topologies.object(i).array("matchLabelExpressions");
            for (int j = 0; j < expressions.size(); j++) {
                String problem = NodeLabels.problem(expressions.object(j).text("key"));
                if (problem != null) {
                    warnings.accept("allowedTopologies[" + i + "].matchLabelExpressions[" + j + "].key: " + problem);
                }
            }
        }
    }
}
