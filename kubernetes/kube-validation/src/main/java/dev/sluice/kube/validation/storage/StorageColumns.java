package dev.sluice.kube.validation.storage;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.UNSET;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class StorageColumns {
    static final List<Column> STORAGE_CLASSES = List.of(
            Cells.nameOrDefault("storageclass.kubernetes.io/is-default-class"),
            Column.text("Provisioner", Cells.at("provisioner")),
            Column.text("ReclaimPolicy", Cells.atOr("Delete", "reclaimPolicy")),
            Column.text("VolumeBindingMode", Cells.atOr("Immediate", "volumeBindingMode")),
            Column.text("AllowVolumeExpansion", Cells.truth(false, "allowVolumeExpansion")),
            AGE);

    static final List<Column> VOLUME_ATTRIBUTES_CLASSES =
            List.of(NAME, Column.text("DriverName", Cells.at("driverName")), AGE);

    static final List<Column> VOLUME_ATTACHMENTS = List.of(
            NAME,
            new Column("Attacher", "string", "name", 0, Cells.at("spec", "attacher")),
            Column.text("PV", Cells.at("spec", "source", "persistentVolumeName")),
            Column.text("Node", Cells.at("spec", "nodeName")),
            Column.truth("Attached", Cells.truth(false, "status", "attached")),
            AGE);

    static final List<Column> CSI_NODES = List.of(NAME, Column.whole("Drivers", Cells.count("spec", "drivers")), AGE);

    static final List<Column> CSI_DRIVERS = List.of(
            NAME,
            Column.truth("AttachRequired", Cells.truth(true, "spec", "attachRequired")),
            Column.truth("PodInfoOnMount", Cells.truth(false, "spec", "podInfoOnMount")),
            Column.truth("StorageCapacity", Cells.truth(false, "spec", "storageCapacity")),
            Column.text("TokenRequests", Cells.text(StorageColumns::tokenRequests)),
            Column.truth("RequiresRepublish", Cells.truth(false, "spec", "requiresRepublish")),
            Column.text(
                    "Modes",
                    Cells.text(object ->
                            Cells.orNone(String.join(",", Cells.texts(object.array("spec", "volumeLifecycleModes")))))),
            AGE);

    private StorageColumns() {}

    private static String tokenRequests(JsonObject driver) {
        boolean isGiven = driver.object("spec").has("tokenRequests");
        return isGiven ? String.join(",", Cells.each(driver.array("spec", "tokenRequests"), "audience")) : UNSET;
    }
}
