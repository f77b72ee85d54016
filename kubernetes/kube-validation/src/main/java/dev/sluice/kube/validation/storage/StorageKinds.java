package dev.sluice.kube.validation.storage;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `storage.k8s.io`.
public final class StorageKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("storageclasses.storage.k8s.io", new StorageClassStrategy(), StorageColumns.STORAGE_CLASSES),
            Kind.printed("volumeattributesclasses.storage.k8s.io", StorageColumns.VOLUME_ATTRIBUTES_CLASSES),
            Kind.printed("volumeattachments.storage.k8s.io", StorageColumns.VOLUME_ATTACHMENTS),
            Kind.printed("csinodes.storage.k8s.io", StorageColumns.CSI_NODES),
            new Kind("csidrivers.storage.k8s.io", new CsiDriverStrategy(), StorageColumns.CSI_DRIVERS));

    private StorageKinds() {}
}
