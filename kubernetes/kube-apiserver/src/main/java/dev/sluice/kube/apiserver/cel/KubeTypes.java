package dev.sluice.kube.apiserver.cel;

import dev.cel.common.types.OpaqueType;

/// The opaque CEL types that Kubernetes adds.
final class KubeTypes {
    static final OpaqueType URL = OpaqueType.create("kubernetes.URL");
    static final OpaqueType QUANTITY = OpaqueType.create("kubernetes.Quantity");
    static final OpaqueType IP = OpaqueType.create("net.IP");
    static final OpaqueType CIDR = OpaqueType.create("net.CIDR");
    static final OpaqueType FORMAT = OpaqueType.create("kubernetes.NamedFormat");
    static final OpaqueType SEMVER = OpaqueType.create("kubernetes.Semver");
    static final OpaqueType AUTHORIZER = OpaqueType.create("kubernetes.authorization.Authorizer");
    static final OpaqueType PATH_CHECK = OpaqueType.create("kubernetes.authorization.PathCheck");
    static final OpaqueType GROUP_CHECK = OpaqueType.create("kubernetes.authorization.GroupCheck");
    static final OpaqueType RESOURCE_CHECK = OpaqueType.create("kubernetes.authorization.ResourceCheck");
    static final OpaqueType DECISION = OpaqueType.create("kubernetes.authorization.Decision");

    private KubeTypes() {}
}
