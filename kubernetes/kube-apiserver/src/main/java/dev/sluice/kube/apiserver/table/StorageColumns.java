package dev.sluice.kube.apiserver.table;

import static dev.sluice.kube.apiserver.table.Cells.AGE;
import static dev.sluice.kube.apiserver.table.Cells.NAME;
import static dev.sluice.kube.apiserver.table.Cells.UNSET;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The tables of volumes, their classes and drivers.
final class StorageColumns {
    private static final String OLD_CLASS = "volume.beta.kubernetes.io/storage-class";

    static final Map<String, List<Column>> ALL = Map.of(
            "persistentvolumes",
                    List.of(
                            NAME,
                            Column.text("Capacity", Cells.atOr("0", "spec", "capacity", "storage")),
                            Column.text(
                                    "Access Modes", Cells.text(object -> modes(object.array("spec", "accessModes")))),
                            Column.text("Reclaim Policy", Cells.at("spec", "persistentVolumeReclaimPolicy")),
                            Column.text("Status", Cells.text(StorageColumns::phase)),
                            Column.text("Claim", Cells.text(StorageColumns::claim)),
                            Column.text("StorageClass", Cells.text(StorageColumns::storageClass)),
                            Column.text(
                                    "VolumeAttributesClass", Cells.atOr(UNSET, "spec", "volumeAttributesClassName")),
                            Column.text("Reason", Cells.at("status", "reason")),
                            AGE,
                            Column.text("VolumeMode", Cells.atOr(UNSET, "spec", "volumeMode"))
                                    .wide()),
            "persistentvolumeclaims",
                    List.of(
                            NAME,
                            Column.text("Status", Cells.text(StorageColumns::phase)),
                            Column.text("Volume", Cells.at("spec", "volumeName")),
                            Column.text("Capacity", Cells.text(StorageColumns::capacity)),
                            Column.text("Access Modes", Cells.text(StorageColumns::claimModes)),
                            Column.text("StorageClass", Cells.text(StorageColumns::storageClass)),
                            Column.text(
                                    "VolumeAttributesClass", Cells.atOr(UNSET, "spec", "volumeAttributesClassName")),
                            AGE,
                            Column.text("VolumeMode", Cells.atOr(UNSET, "spec", "volumeMode"))
                                    .wide()),
            "storageclasses.storage.k8s.io",
                    List.of(
                            Cells.nameOrDefault("storageclass.kubernetes.io/is-default-class"),
                            Column.text("Provisioner", Cells.at("provisioner")),
                            Column.text("ReclaimPolicy", Cells.atOr("Delete", "reclaimPolicy")),
                            Column.text("VolumeBindingMode", Cells.atOr("Immediate", "volumeBindingMode")),
                            Column.text("AllowVolumeExpansion", Cells.truth(false, "allowVolumeExpansion")),
                            AGE),
            "volumeattributesclasses.storage.k8s.io",
                    List.of(NAME, Column.text("DriverName", Cells.at("driverName")), AGE),
            "volumeattachments.storage.k8s.io",
                    List.of(
                            NAME,
                            new Column("Attacher", "string", "name", 0, Cells.at("spec", "attacher")),
                            Column.text("PV", Cells.at("spec", "source", "persistentVolumeName")),
                            Column.text("Node", Cells.at("spec", "nodeName")),
                            Column.truth("Attached", Cells.truth(false, "status", "attached")),
                            AGE),
            "csinodes.storage.k8s.io", List.of(NAME, Column.whole("Drivers", Cells.count("spec", "drivers")), AGE),
            "csidrivers.storage.k8s.io",
                    List.of(
                            NAME,
                            Column.truth("AttachRequired", Cells.truth(true, "spec", "attachRequired")),
                            Column.truth("PodInfoOnMount", Cells.truth(false, "spec", "podInfoOnMount")),
                            Column.truth("StorageCapacity", Cells.truth(false, "spec", "storageCapacity")),
                            Column.text("TokenRequests", Cells.text(StorageColumns::tokenRequests)),
                            Column.truth("RequiresRepublish", Cells.truth(false, "spec", "requiresRepublish")),
                            Column.text(
                                    "Modes",
                                    Cells.text(object -> Cells.orNone(String.join(
                                            ",", Cells.texts(object.array("spec", "volumeLifecycleModes")))))),
                            AGE));

    private StorageColumns() {}

    private static String modes(JsonArray given) {
        List<String> modes = Cells.texts(given);
        List<String> shown = new ArrayList<>();
        addIf(modes, "ReadWriteOnce", shown, "RWO");
        addIf(modes, "ReadOnlyMany", shown, "ROX");
        addIf(modes, "ReadWriteMany", shown, "RWX");
        addIf(modes, "ReadWriteOncePod", shown, "RWOP");
        return String.join(",", shown);
    }

    private static void addIf(List<String> modes, String mode, List<String> shown, String letters) {
        if (modes.contains(mode)) {
            shown.add(letters);
        }
    }

    private static String phase(JsonObject object) {
        return object.object("metadata").has("deletionTimestamp") ? "Terminating" : object.text("status", "phase");
    }

    private static String claim(JsonObject volume) {
        JsonObject claim = volume.object("spec", "claimRef");
        return claim.isEmpty() ? "" : claim.text("namespace") + "/" + claim.text("name");
    }

    private static String storageClass(JsonObject object) {
        JsonObject annotations = object.object("metadata", "annotations");
        return annotations.has(OLD_CLASS) ? annotations.text(OLD_CLASS) : object.text("spec", "storageClassName");
    }

    private static boolean isBound(JsonObject claim) {
        return !claim.text("spec", "volumeName").isEmpty();
    }

    private static String capacity(JsonObject claim) {
        String storage = claim.text("status", "capacity", "storage");
        if (!isBound(claim)) {
            return "";
        }
        return storage.isEmpty() ? "0" : storage;
    }

    private static String claimModes(JsonObject claim) {
        return isBound(claim) ? modes(claim.array("status", "accessModes")) : "";
    }

    private static String tokenRequests(JsonObject driver) {
        boolean isGiven = driver.object("spec").has("tokenRequests");
        return isGiven ? String.join(",", Cells.each(driver.array("spec", "tokenRequests"), "audience")) : UNSET;
    }
}
