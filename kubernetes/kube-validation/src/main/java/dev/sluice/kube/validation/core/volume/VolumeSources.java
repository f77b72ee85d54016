package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.List;
import java.util.Locale;

/// Validates the sources of volumes, of pods and of persistent volumes.
public final class VolumeSources {
    /// The order in which the real server looks for them in a pod.
    public static final List<String> OF_PODS = List.of(
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
    public static final List<String> OF_VOLUMES = List.of(
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
    public static void validate(
            JsonObject holder, List<String> sources, String field, boolean isMissing, ValidationErrors errors) {
        boolean isFound = false;
        for (String source : sources) {
            if (holder.get(source) instanceof JsonObject own) {
                if (isFound) {
                    errors.forbidden(field + "." + source, "may not specify more than 1 volume type");
                } else {
                    isFound = true;
                    validate(source, own, field + "." + source, errors);
                }
            }
        }
        if (isMissing && !isFound) {
            errors.required(field, "must specify a volume type");
        }
    }

    private static void validate(String source, JsonObject own, String field, ValidationErrors errors) {
        switch (source) {
            case "emptyDir" -> {
                if (own.text("sizeLimit").startsWith("-")) {
                    errors.forbidden(field + ".sizeLimit", "SizeLimit field must be a valid resource quantity");
                }
            }
            case "hostPath" -> checkHostPath(own, field, errors);
            case "gitRepo" -> {
                required(own, field, "repository", errors);
                checkRelative(own.text("directory"), field + ".directory", errors);
            }
            case "secret" -> {
                required(own, field, "secretName", errors);
                checkFiles(own, field, errors);
            }
            case "configMap" -> {
                required(own, field, "name", errors);
                checkFiles(own, field, errors);
            }
            case "nfs" -> checkNfs(own, field, errors);
            case "iscsi" -> checkIscsi(own, field, errors);
            case "glusterfs" -> {
                required(own, field, "endpoints", errors);
                required(own, field, "path", errors);
            }
            case "rbd" -> {
                required(own, field, "monitors", errors);
                required(own, field, "image", errors);
            }
            case "cephfs" -> required(own, field, "monitors", errors);
            case "azureFile" -> {
                required(own, field, "secretName", errors);
                required(own, field, "shareName", errors);
            }
            case "fc" -> checkFibreChannel(own, field, errors);
            case "persistentVolumeClaim" -> required(own, field, "claimName", errors);
            case "local" -> {
                required(own, field, "path", errors);
                checkNoBacksteps(own.text("path"), field + ".path", errors);
            }
            case "downwardAPI" -> ProjectedVolumes.checkDownward(own, field, errors);
            case "projected" -> ProjectedVolumes.validate(own, field, errors);
            case "csi" -> checkCsi(own, field, errors);
            case "ephemeral" -> checkEphemeral(own, field, errors);
            case "image" -> {
                required(own, field, "reference", errors);
                errors.oneOf(
                        field + ".pullPolicy",
                        own.text("pullPolicy"),
                        true,
                        List.of("Always", "IfNotPresent", "Never"));
            }
            default -> {
                // These can no longer be created.
            }
        }
    }

    private static void required(JsonObject own, String field, String name, ValidationErrors errors) {
        Json value = own.get(name);
        boolean isEmptyList = value instanceof JsonArray list && list.isEmpty();
        if (value == null || value.equals(JsonNull.NULL) || value.equals(Json.of("")) || isEmptyList) {
            errors.required(field + "." + name);
        }
    }

    private static void checkHostPath(JsonObject own, String field, ValidationErrors errors) {
        String path = own.text("path");
        if (path.isEmpty()) {
            errors.required(field + ".path");
            return;
        }
        checkNoBacksteps(path, field + ".path", errors);
        if (!HOST_PATH_TYPES.contains(own.text("type"))) {
            errors.unsupported(field + ".type", Json.of(own.text("type")), HOST_PATH_TYPES);
        }
    }

    private static void checkNfs(JsonObject own, String field, ValidationErrors errors) {
        required(own, field, "server", errors);
        required(own, field, "path", errors);
        if (!own.text("path").startsWith("/")) {
            errors.invalid(field + ".path", own.text("path"), "must be an absolute path");
        }
    }

    private static void checkIscsi(JsonObject own, String field, ValidationErrors errors) {
        required(own, field, "targetPortal", errors);
        String iqn = own.text("iqn");
        if (iqn.isEmpty()) {
            errors.required(field + ".iqn");
        } else if (!iqn.startsWith("iqn") && !iqn.startsWith("eui") && !iqn.startsWith("naa")) {
            errors.invalid(field + ".iqn", iqn, "must be valid format starting with iqn, eui, or naa");
        }
        long lun = own.number(0, "lun");
        if (lun < 0 || lun > LUN_MAX) {
            errors.invalid(field + ".lun", Json.of(lun), "must be between 0 and 255, inclusive");
        }
    }

    private static void checkFibreChannel(JsonObject own, String field, ValidationErrors errors) {
        boolean hasTargets = !own.array("targetWWNs").isEmpty();
        if (!hasTargets && own.array("wwids").isEmpty()) {
            errors.required(field + ".targetWWNs", "must specify either targetWWNs or wwids, but not both");
        }
        if (hasTargets && !own.has("lun")) {
            errors.required(field + ".lun", "lun is required if targetWWNs is specified");
        }
    }

    private static void checkCsi(JsonObject own, String field, ValidationErrors errors) {
        checkDriver(own.text("driver"), field + ".driver", errors);
        // A volume of its own has a handle, and names secrets with their namespaces.
        boolean isOfPod = !field.startsWith("spec.csi");
        if (isOfPod) {
            if (own.get("nodePublishSecretRef") instanceof JsonObject secret
                    && secret.text("name").isEmpty()) {
                errors.required(field + ".nodePublishSecretRef.name");
            }
            return;
        }
        required(own, field, "volumeHandle", errors);
        for (String reference : List.of(
                "controllerPublishSecretRef",
                "controllerExpandSecretRef",
                "nodePublishSecretRef",
                "nodeExpandSecretRef")) {
            if (own.get(reference) instanceof JsonObject secret) {
                required(secret, field + "." + reference, "name", errors);
                required(secret, field + "." + reference, "namespace", errors);
            }
        }
    }

    private static void checkDriver(String name, String field, ValidationErrors errors) {
        if (name.isEmpty()) {
            errors.required(field);
            return;
        }
        if (name.length() > DRIVER_NAME_MAX) {
            errors.tooLong(field, DRIVER_NAME_MAX);
        }
        errors.names(field, name, NameValidation.subdomain(name.toLowerCase(Locale.ROOT)));
    }

    private static void checkEphemeral(JsonObject own, String field, ValidationErrors errors) {
        if (own.get("volumeClaimTemplate") instanceof JsonObject template) {
            String inner = field + ".volumeClaimTemplate";
            errors.labels(inner + ".metadata.labels", template.object("metadata", "labels"));
            PersistentVolumeClaimSpecValidation.validate(template.object("spec"), inner + ".spec", errors);
        } else {
            errors.required(field + ".volumeClaimTemplate");
        }
    }

    /// Keys that become files.
    private static void checkFiles(JsonObject own, String field, ValidationErrors errors) {
        checkMode(own, "defaultMode", field, errors);
        JsonArray items = own.array("items");
        for (int i = 0; i < items.size(); i++) {
            checkFile(items.object(i), field + ".items[" + i + "]", errors);
        }
    }

    static void checkFile(JsonObject item, String field, ValidationErrors errors) {
        required(item, field, "key", errors);
        required(item, field, "path", errors);
        checkRelative(item.text("path"), field + ".path", errors);
        checkReserved(item.text("path"), field + ".path", errors);
        checkMode(item, "mode", field, errors);
    }

    static void checkMode(JsonObject own, String name, String field, ValidationErrors errors) {
        long mode = own.number(0, name);
        if (mode < 0 || mode > FILE_MODE_MAX) {
            errors.invalid(field + "." + name, Json.of(mode), FILE_MODE);
        }
    }

    public static void checkRelative(String path, String field, ValidationErrors errors) {
        if (path.startsWith("/")) {
            errors.invalid(field, path, "must be a relative path");
        }
        checkNoBacksteps(path, field, errors);
    }

    /// What begins with two dots is the kubelet's own.
    static void checkReserved(String path, String field, ValidationErrors errors) {
        if (path.startsWith("..") && !path.startsWith("../") && !path.equals("..")) {
            errors.invalid(field, path, "must not start with '..'");
        }
    }

    static void checkNoBacksteps(String path, String field, ValidationErrors errors) {
        if (List.of(path.split("/", -1)).contains("..")) {
            errors.invalid(field, path, "must not contain '..'");
        }
    }
}
