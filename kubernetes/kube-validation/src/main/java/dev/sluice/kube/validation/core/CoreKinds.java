package dev.sluice.kube.validation.core;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `core`.
public final class CoreKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("podtemplates", new PodTemplateStrategy(), CoreColumns.POD_TEMPLATES),
            new Kind(
                    "replicationcontrollers", new ReplicationControllerStrategy(), CoreColumns.REPLICATION_CONTROLLERS),
            new Kind("configmaps", new ConfigMapStrategy(false), CoreColumns.CONFIG_MAPS),
            new Kind("secrets", new ConfigMapStrategy(true), CoreColumns.SECRETS),
            new Kind("serviceaccounts", new ServiceAccountStrategy(), CoreColumns.SERVICE_ACCOUNTS),
            Kind.printed("resourcequotas", CoreColumns.RESOURCE_QUOTAS),
            Kind.printed("componentstatuses", CoreColumns.COMPONENT_STATUSES),
            new Kind("services", new ServiceStrategy(), CoreColumns.SERVICES),
            new Kind("endpoints", new EndpointsStrategy(), CoreColumns.ENDPOINTS),
            new Kind("persistentvolumes", new PersistentVolumeStrategy(), CoreColumns.PERSISTENT_VOLUMES),
            new Kind(
                    "persistentvolumeclaims",
                    new PersistentVolumeClaimStrategy(),
                    CoreColumns.PERSISTENT_VOLUME_CLAIMS));

    private CoreKinds() {}
}
