package dev.sluice.kube.validation.rbac;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `rbac.authorization.k8s.io`.
public final class RbacKinds {
    public static final List<Kind> ALL = List.of(
            new Kind(
                    "rolebindings.rbac.authorization.k8s.io", new RbacStrategy.BindingCode(true), RbacColumns.BINDINGS),
            new Kind(
                    "clusterrolebindings.rbac.authorization.k8s.io",
                    new RbacStrategy.BindingCode(false),
                    RbacColumns.BINDINGS),
            Kind.of("roles.rbac.authorization.k8s.io", new RbacStrategy.RoleCode(true)),
            Kind.of("clusterroles.rbac.authorization.k8s.io", new RbacStrategy.RoleCode(false)));

    private RbacKinds() {}
}
