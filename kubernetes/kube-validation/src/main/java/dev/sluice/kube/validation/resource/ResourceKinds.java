package dev.sluice.kube.validation.resource;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `resource.k8s.io`.
public final class ResourceKinds {
    public static final List<Kind> ALL = List.of(
            Kind.printed("deviceclasses.resource.k8s.io", ResourceColumns.DEVICE_CLASSES),
            new Kind("resourceclaims.resource.k8s.io", new ResourceClaimStrategy(), ResourceColumns.RESOURCE_CLAIMS),
            Kind.printed("resourceclaimtemplates.resource.k8s.io", ResourceColumns.RESOURCE_CLAIM_TEMPLATES),
            Kind.printed("resourceslices.resource.k8s.io", ResourceColumns.RESOURCE_SLICES),
            Kind.printed("devicetaintrules.resource.k8s.io", ResourceColumns.DEVICE_TAINT_RULES));

    private ResourceKinds() {}
}
