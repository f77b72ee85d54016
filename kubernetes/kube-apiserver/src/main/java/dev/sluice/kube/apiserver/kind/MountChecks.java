package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Where in a container its volumes are: as folders or as devices.
final class MountChecks {
    private static final List<String> PROPAGATIONS = List.of("Bidirectional", "HostToContainer", "None");
    private static final List<String> READ_ONLY = List.of("Disabled", "Enabled", "IfPossible");

    private MountChecks() {}

    static void check(JsonObject container, String field, Map<String, JsonObject> volumes, Flaws flaws) {
        JsonArray mounts = container.array("volumeMounts");
        JsonArray devices = container.array("volumeDevices");
        Set<String> places = new HashSet<>();
        for (int i = 0; i < mounts.size(); i++) {
            JsonObject mount = mounts.object(i);
            checkPlace(mount, field + ".volumeMounts[" + i + "]", volumes, places, flaws);
            checkTwice(mount, "mountPath", devices, field, i, flaws);
            checkInside(mount, field + ".volumeMounts", i, flaws);
            checkPropagation(mount, container, field + ".volumeMounts", flaws);
        }
        checkDevices(devices, mounts, field, volumes, flaws);
    }

    private static void checkPlace(
            JsonObject mount, String field, Map<String, JsonObject> volumes, Set<String> places, Flaws flaws) {
        String name = mount.text("name");
        String place = mount.text("mountPath");
        if (name.isEmpty()) {
            flaws.required(field + ".name");
        }
        if (!volumes.containsKey(name)) {
            flaws.notFound(field + ".name", name);
        }
        if (place.isEmpty()) {
            flaws.required(field + ".mountPath");
        }
        if (!places.add(place)) {
            flaws.invalid(field + ".mountPath", place, "must be unique");
        }
    }

    /// Nothing is both a folder and a device.
    private static void checkTwice(
            JsonObject one, String path, JsonArray others, String field, int index, Flaws flaws) {
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
            flaws.invalid(own + ".name", one.text("name"), "must not already exist in " + other);
        }
        if (isPlaced) {
            flaws.invalid(own + "." + path, one.text(path), "must not already exist as a path in " + other);
        }
    }

    private static void checkInside(JsonObject mount, String field, int index, Flaws flaws) {
        String path = mount.text("subPath");
        String expression = mount.text("subPathExpr");
        if (!path.isEmpty()) {
            VolumeSources.checkRelative(path, field + ".subPath", flaws);
        }
        if (!expression.isEmpty()) {
            if (!path.isEmpty()) {
                flaws.invalid(
                        field + "[" + index + "].subPathExpr",
                        expression,
                        "subPathExpr and subPath are mutually exclusive");
            }
            VolumeSources.checkRelative(expression, field + ".subPathExpr", flaws);
        }
    }

    /// The real server does not say which of the mounts it is.
    private static void checkPropagation(JsonObject mount, JsonObject container, String field, Flaws flaws) {
        String propagation = mount.text("mountPropagation");
        flaws.oneOf(field + ".mountPropagation", propagation, false, PROPAGATIONS);
        boolean isPrivileged = container.object("securityContext").isTrue("privileged");
        if (propagation.equals("Bidirectional") && !isPrivileged) {
            flaws.forbidden(
                    field + ".mountPropagation",
                    "Bidirectional mount propagation is available only to privileged containers");
        }
        String own = field + ".recursiveReadOnly";
        String recursive = mount.text("recursiveReadOnly");
        flaws.oneOf(own, recursive, false, READ_ONLY);
        if (recursive.equals("Enabled") || recursive.equals("IfPossible")) {
            if (!mount.isTrue("readOnly")) {
                flaws.forbidden(own, "may only be specified when readOnly is true");
            }
            if (!propagation.isEmpty() && !propagation.equals("None")) {
                flaws.forbidden(own, "may only be specified when mountPropagation is None or not specified");
            }
        }
    }

    private static void checkDevices(
            JsonArray devices, JsonArray mounts, String field, Map<String, JsonObject> volumes, Flaws flaws) {
        Set<String> names = new HashSet<>();
        Set<String> places = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            JsonObject device = devices.object(i);
            String own = field + ".volumeDevices[" + i + "]";
            String name = device.text("name");
            String place = device.text("devicePath");
            JsonObject volume = volumes.get(name);
            if (name.isEmpty()) {
                flaws.required(own + ".name");
            } else if (!names.add(name)) {
                flaws.invalid(own + ".name", name, "must be unique");
            }
            if (volume == null) {
                flaws.notFound(own + ".name", name);
            } else if (!volume.has("persistentVolumeClaim") && !volume.has("ephemeral")) {
                flaws.invalid(
                        own + ".name",
                        name,
                        "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode");
            }
            if (place.isEmpty()) {
                flaws.required(own + ".devicePath");
            }
            if (places.contains(place)) {
                flaws.invalid(own + ".devicePath", place, "must be unique");
            }
            if (List.of(place.split("/", -1)).contains("..")) {
                flaws.invalid(own + ".devicePath", place, "can not contain backsteps ('..')");
            } else {
                places.add(place);
            }
            checkTwice(device, "devicePath", mounts, field, i, flaws);
        }
    }
}
