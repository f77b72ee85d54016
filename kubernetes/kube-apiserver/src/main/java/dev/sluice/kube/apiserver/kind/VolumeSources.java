package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Names;
import java.util.List;
import java.util.Locale;

/// Where volumes come from, be they of pods or of their own.
final class VolumeSources {
    /// The order in which the real server looks for them in a pod.
    static final List<String> OF_PODS = List.of(
            "emptyDir",
            "hostPath",
            "gitRepo",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "secret",
            "nfs",
            "iscsi",
            "glusterfs",
            "flocker",
            "configMap",
            "rbd",
            "cinder",
            "quobyte",
            "downwardAPI",
            "fc",
            "persistentVolumeClaim",
            "cephfs",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "storageos",
            "projected",
            "scaleIO",
            "csi",
            "ephemeral",
            "image");

    /// Likewise in a volume of its own.
    static final List<String> OF_VOLUMES = List.of(
            "hostPath",
            "gcePersistentDisk",
            "awsElasticBlockStore",
            "glusterfs",
            "flocker",
            "nfs",
            "rbd",
            "quobyte",
            "cephfs",
            "iscsi",
            "cinder",
            "fc",
            "flexVolume",
            "azureFile",
            "vsphereVolume",
            "photonPersistentDisk",
            "portworxVolume",
            "azureDisk",
            "scaleIO",
            "local",
            "storageos",
            "csi");

    static final String FILE_MODE = "must be a number between 0 and 0777 (octal), both inclusive";
    private static final int FILE_MODE_MAX = 0777;

    private static final int LUN_MAX = 255;
    private static final int DRIVER_NAME_MAX = 63;

    private static final List<String> HOST_PATH_TYPES = List.of(
            "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket");

    private VolumeSources() {}

    /// Each that is there, of which there must be one.
    ///
    /// @param isMissing whether none at all is wrong
    static void check(JsonObject holder, List<String> sources, String field, boolean isMissing, Flaws flaws) {
        boolean isFound = false;
        for (String source : sources) {
            if (holder.get(source) instanceof JsonObject own) {
                if (isFound) {
                    flaws.forbidden(field + "." + source, "may not specify more than 1 volume type");
                } else {
                    isFound = true;
                    check(source, own, field + "." + source, flaws);
                }
            }
        }
        if (isMissing && !isFound) {
            flaws.required(field, "must specify a volume type");
        }
    }

    private static void check(String source, JsonObject own, String field, Flaws flaws) {
        switch (source) {
            case "emptyDir" -> {
                if (own.text("sizeLimit").startsWith("-")) {
                    flaws.forbidden(field + ".sizeLimit", "SizeLimit field must be a valid resource quantity");
                }
            }
            case "hostPath" -> checkHostPath(own, field, flaws);
            case "gitRepo" -> {
                required(own, field, "repository", flaws);
                checkRelative(own.text("directory"), field + ".directory", flaws);
            }
            case "secret" -> {
                required(own, field, "secretName", flaws);
                checkFiles(own, field, flaws);
            }
            case "configMap" -> {
                required(own, field, "name", flaws);
                checkFiles(own, field, flaws);
            }
            case "nfs" -> checkNfs(own, field, flaws);
            case "iscsi" -> checkIscsi(own, field, flaws);
            case "glusterfs" -> {
                required(own, field, "endpoints", flaws);
                required(own, field, "path", flaws);
            }
            case "rbd" -> {
                required(own, field, "monitors", flaws);
                required(own, field, "image", flaws);
            }
            case "cephfs" -> required(own, field, "monitors", flaws);
            case "azureFile" -> {
                required(own, field, "secretName", flaws);
                required(own, field, "shareName", flaws);
            }
            case "fc" -> checkFibreChannel(own, field, flaws);
            case "persistentVolumeClaim" -> required(own, field, "claimName", flaws);
            case "local" -> {
                required(own, field, "path", flaws);
                checkNoBacksteps(own.text("path"), field + ".path", flaws);
            }
            case "downwardAPI" -> ProjectedVolumes.checkDownward(own, field, flaws);
            case "projected" -> ProjectedVolumes.check(own, field, flaws);
            case "csi" -> checkCsi(own, field, flaws);
            case "ephemeral" -> checkEphemeral(own, field, flaws);
            case "image" -> {
                required(own, field, "reference", flaws);
                flaws.oneOf(
                        field + ".pullPolicy",
                        own.text("pullPolicy"),
                        true,
                        List.of("Always", "IfNotPresent", "Never"));
            }
            default -> {
                // Nobody makes new ones of these.
            }
        }
    }

    private static void required(JsonObject own, String field, String name, Flaws flaws) {
        Json value = own.get(name);
        boolean isEmptyList = value instanceof JsonArray list && list.isEmpty();
        if (value == null || value.equals(JsonNull.NULL) || value.equals(Json.of("")) || isEmptyList) {
            flaws.required(field + "." + name);
        }
    }

    private static void checkHostPath(JsonObject own, String field, Flaws flaws) {
        String path = own.text("path");
        if (path.isEmpty()) {
            flaws.required(field + ".path");
            return;
        }
        checkNoBacksteps(path, field + ".path", flaws);
        if (!HOST_PATH_TYPES.contains(own.text("type"))) {
            flaws.unsupported(field + ".type", Json.of(own.text("type")), HOST_PATH_TYPES);
        }
    }

    private static void checkNfs(JsonObject own, String field, Flaws flaws) {
        required(own, field, "server", flaws);
        required(own, field, "path", flaws);
        if (!own.text("path").startsWith("/")) {
            flaws.invalid(field + ".path", own.text("path"), "must be an absolute path");
        }
    }

    private static void checkIscsi(JsonObject own, String field, Flaws flaws) {
        required(own, field, "targetPortal", flaws);
        String iqn = own.text("iqn");
        if (iqn.isEmpty()) {
            flaws.required(field + ".iqn");
        } else if (!iqn.startsWith("iqn") && !iqn.startsWith("eui") && !iqn.startsWith("naa")) {
            flaws.invalid(field + ".iqn", iqn, "must be valid format starting with iqn, eui, or naa");
        }
        long lun = own.number(0, "lun");
        if (lun < 0 || lun > LUN_MAX) {
            flaws.invalid(field + ".lun", Json.of(lun), "must be between 0 and 255, inclusive");
        }
    }

    private static void checkFibreChannel(JsonObject own, String field, Flaws flaws) {
        boolean hasTargets = !own.array("targetWWNs").isEmpty();
        if (!hasTargets && own.array("wwids").isEmpty()) {
            flaws.required(field + ".targetWWNs", "must specify either targetWWNs or wwids, but not both");
        }
        if (hasTargets && !own.has("lun")) {
            flaws.required(field + ".lun", "lun is required if targetWWNs is specified");
        }
    }

    private static void checkCsi(JsonObject own, String field, Flaws flaws) {
        checkDriver(own.text("driver"), field + ".driver", flaws);
        // A volume of its own has a handle, and names secrets with their namespaces.
        boolean isOfPod = !field.startsWith("spec.csi");
        if (isOfPod) {
            if (own.get("nodePublishSecretRef") instanceof JsonObject secret
                    && secret.text("name").isEmpty()) {
                flaws.required(field + ".nodePublishSecretRef.name");
            }
            return;
        }
        required(own, field, "volumeHandle", flaws);
        for (String reference : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            if (own.get(reference) instanceof JsonObject secret) {
                required(secret, field + "." + reference, "name", flaws);
                required(secret, field + "." + reference, "namespace", flaws);
            }
        }
    }

    private static void checkDriver(String name, String field, Flaws flaws) {
        if (name.isEmpty()) {
            flaws.required(field);
            return;
        }
        if (name.length() > DRIVER_NAME_MAX) {
            flaws.tooLong(field, DRIVER_NAME_MAX);
        }
        flaws.names(field, name, Names.subdomain(name.toLowerCase(Locale.ROOT)));
    }

    private static void checkEphemeral(JsonObject own, String field, Flaws flaws) {
        if (own.get("volumeClaimTemplate") instanceof JsonObject template) {
            String inner = field + ".volumeClaimTemplate";
            flaws.labels(inner + ".metadata.labels", template.object("metadata", "labels"));
            ClaimCode.checkSpec(template.object("spec"), inner + ".spec", flaws);
        } else {
            flaws.required(field + ".volumeClaimTemplate");
        }
    }

    /// Keys that become files.
    private static void checkFiles(JsonObject own, String field, Flaws flaws) {
        checkMode(own, "defaultMode", field, flaws);
        JsonArray items = own.array("items");
        for (int i = 0; i < items.size(); i++) {
            checkFile(items.object(i), field + ".items[" + i + "]", flaws);
        }
    }

    static void checkFile(JsonObject item, String field, Flaws flaws) {
        required(item, field, "key", flaws);
        required(item, field, "path", flaws);
        checkRelative(item.text("path"), field + ".path", flaws);
        checkReserved(item.text("path"), field + ".path", flaws);
        checkMode(item, "mode", field, flaws);
    }

    static void checkMode(JsonObject own, String name, String field, Flaws flaws) {
        long mode = own.number(0, name);
        if (mode < 0 || mode > FILE_MODE_MAX) {
            flaws.invalid(field + "." + name, Json.of(mode), FILE_MODE);
        }
    }

    static void checkRelative(String path, String field, Flaws flaws) {
        if (path.startsWith("/")) {
            flaws.invalid(field, path, "must be a relative path");
        }
        checkNoBacksteps(path, field, flaws);
    }

    /// What begins with two dots is the kubelet's own.
    static void checkReserved(String path, String field, Flaws flaws) {
        if (path.startsWith("..") && !path.startsWith("../") && !path.equals("..")) {
            flaws.invalid(field, path, "must not start with '..'");
        }
    }

    static void checkNoBacksteps(String path, String field, Flaws flaws) {
        if (List.of(path.split("/", -1)).contains("..")) {
            flaws.invalid(field, path, "must not contain '..'");
        }
    }
}
