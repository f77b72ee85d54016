package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.field.ValidationErrors;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Validates volume mounts and volume devices of containers.
public final class VolumeMountValidation {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> READ_ONLY = List.of("Disabled", "Enabled", "IfPossible");

    private VolumeMountValidation() {}

    public static void validate(
            JsonObject container, String field, Map<String, JsonObject> volumes, ValidationErrors errors) {
        JsonArray mounts = container.array("volumeMounts");
        JsonArray devices = container.array("volumeDevices");
        Set<String> places = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            JsonObject mount = mounts.object(i);
            checkPlace(mount, field + ".volumeMounts[" + i + "]", volumes, places, errors);
            checkTwice(mount, "mountPath", devices, field, i, errors);
            checkInside(mount, field + ".volumeMounts", i, errors);
            checkPropagation(mount, container, field + ".volumeMounts", errors);
        }
        checkDevices(devices, mounts, field, volumes, errors);
    }

    private static void checkPlace(
            JsonObject mount,
            String field,
            Map<String, JsonObject> volumes,
            Set<String> places,
            ValidationErrors errors) {
        String name = mount.text("name");
        String place = mount.text("mountPath");
        if (name.isEmpty()) {
            errors.required(field + ".name");
        }
        if (!volumes.containsKey(name)) {
            errors.notFound(field + ".name", name);
        }
        if (place.isEmpty()) {
            errors.required(field + ".mountPath");
        }
        if (!places.add(place)) {
            errors.invalid(field + ".mountPath", place, "must be unique");
        }
    }

    /// Nothing is both a folder and a device.
    private static void checkTwice(
            JsonObject one, String path, JsonArray others, String field, int index, ValidationErrors errors) {
        boolean isMount = path.equals("mountPath");
        String own = field + (isMount ? ".volumeMounts[" : ".volumeDevices[") + index + "]";
        String other = isMount ? "volumeDevices" : "volumeMounts";
        String otherPath = isMount ? "devicePath" : "mountPath";
        boolean isNamed = false;
        boolean isPlaced = false;
        for (Json each : others) {
            JsonObject it = (JsonObject) each;
            isNamed |= it.text("name").equals(one.text("name"));
            isPlaced |= it.text(otherPath).equals(one.text(path));
        }
        if (isNamed) {
            errors.invalid(own + ".name", one.text("name"), "must not already exist in " + other);
        }
        if (isPlaced) {
            errors.invalid(own + "." + path, one.text(path), "must not already exist as a path in " + other);
        }
    }

    private static void checkInside(JsonObject mount, String field, int index, ValidationErrors errors) {
        String path = mount.text("subPath");
        String expression = mount.text("subPathExpr");
        if (!path.isEmpty()) {
            VolumeSources.checkRelative(path, field + ".subPath", errors);
        }
        if (!expression.isEmpty()) {
            if (!path.isEmpty()) {
                errors.invalid(
                        field + "[" + index + "].subPathExpr",
                        expression,
                        "subPathExpr and subPath are mutually exclusive");
            }
            VolumeSources.checkRelative(expression, field + ".subPathExpr", errors);
        }
    }

    /// The real server does not say which of the mounts it is.
    private static void checkPropagation(
            JsonObject mount, JsonObject container, String field, ValidationErrors errors) {
        String propagation = mount.text("mountPropagation");
        errors.oneOf(field + ".mountPropagation", propagation, false, PROPAGATIONS);
        boolean isPrivileged = container.object("securityContext").isTrue("privileged");
        if (propagation.equals("Bidirectional") && !isPrivileged) {
            errors.forbidden(
                    field + ".mountPropagation",
                    "Bidirectional mount propagation is available only to privileged containers");
        }
        String own = field + ".recursiveReadOnly";
        String recursive = mount.text("recursiveReadOnly");
        errors.oneOf(own, recursive, false, READ_ONLY);
        if (recursive.equals("Enabled") || recursive.equals("IfPossible")) {
            if (!mount.isTrue("readOnly")) {
                errors.forbidden(own, "may only be specified when readOnly is true");
            }
            if (!propagation.isEmpty() && !propagation.equals("None")) {
                errors.forbidden(own, "may only be specified when mountPropagation is None or not specified");
            }
        }
    }

    private static void checkDevices(
            JsonArray devices,
            JsonArray mounts,
            String field,
            Map<String, JsonObject> volumes,
            ValidationErrors errors) {
        Set<String> names = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            JsonObject device = devices.object(i);
            String own = field + ".volumeDevices[" + i + "]";
            String name = device.text("name");
            String place = device.text("devicePath");
            JsonObject volume = volumes.get(name);
            if (name.isEmpty()) {
                errors.required(own + ".name");
            } else if (!names.add(name)) {
                errors.invalid(own + ".name", name, "must be unique");
            }
            if (volume == null) {
                errors.notFound(own + ".name", name);
            } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
                errors.invalid(
                        own + ".name",
                        name,
                        "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
            }
            if (place.isEmpty()) {
                errors.required(own + ".devicePath");
            }
            if (places.contains(place)) {
                errors.invalid(own + ".devicePath", place, "must be unique");
            }
            if (List.of(place.split("/", -1)).contains("..")) {
                errors.invalid(own + ".devicePath", place, "can not contain backsteps ('..')");
            } else {
                places.add(place);
            }
            checkTwice(device, "devicePath", mounts, field, i, errors);
        }
    }
}
