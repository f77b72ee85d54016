package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.port.ResourceType;
import java.util.Map;
import java.util.Set;

/// Which rules go with which resource.
public final class Rulebook {
    /// Resources without a status of their own, and those whose writers say everything themselves.
    private static final Set<String> DATA = Set.of(
            "configmaps",
            "serviceaccounts",
            "events.events.k8s.io",
            "endpoints",
            "endpointslices.discovery.k8s.io",
            "limitranges",
            "podtemplates",
            "priorityclasses.scheduling.k8s.io",
            "runtimeclasses.node.k8s.io",
            "storageclasses.storage.k8s.io",
            "csinodes.storage.k8s.io",
            "csidrivers.storage.k8s.io",
            "csistoragecapacities.storage.k8s.io",
            "controllerrevisions.apps");

    private static final String ACCESS = "rbac.authorization.k8s.io";

    private static final Map<String, KindRules> OWN = Map.of(
            "pods", new PodRules(),
            "nodes", new NodeRules(),
            "namespaces", new NamespaceRules(),
            "secrets", new SecretRules(),
            "events", new EventRules(),
            "leases.coordination.k8s.io", new PlainRules(false, false, true));

    private Rulebook() {}

    public static KindRules of(ResourceType type) {
        String resource = type.groupResource();
        KindRules own = OWN.get(resource);
        if (own != null) {
            return own;
        }
        if (type.group().equals(ACCESS)) {
            return new AccessRules();
        }
        return DATA.contains(resource) ? PlainRules.DATA : PlainRules.WITH_STATUS;
    }
}
