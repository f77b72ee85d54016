package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.port.ResourceType;
import java.util.HashMap;
import java.util.Map;

/// The strategy of each resource.
public final class Strategies {
    private static final String ACCESS = ".rbac.authorization.k8s.io";
    private static final String ADMISSION = ".admissionregistration.k8s.io";

    private static final Map<String, KindStrategy> CODE = Map.ofEntries(
            Map.entry("jobs.batch", new JobStrategy()),
            Map.entry("cronjobs.batch", new CronJobStrategy()),
            Map.entry("deployments.apps", new DeploymentStrategy()),
            Map.entry("replicasets.apps", new ReplicaSetStrategy()),
            Map.entry("daemonsets.apps", new DaemonSetStrategy()),
            Map.entry("statefulsets.apps", new StatefulSetStrategy()),
            Map.entry("replicationcontrollers", new ReplicationControllerStrategy()),
            Map.entry("configmaps", new ConfigMapStrategy(false)),
            Map.entry("secrets", new ConfigMapStrategy(true)),
            Map.entry("events", new EventStrategy()),
            Map.entry("services", new ServiceStrategy()),
            Map.entry("horizontalpodautoscalers.autoscaling", new AutoscalerStrategy()),
            Map.entry("persistentvolumeclaims", new PersistentVolumeClaimStrategy()),
            Map.entry("persistentvolumes", new PersistentVolumeStrategy()),
            Map.entry("ingresses.networking.k8s.io", new IngressStrategy()),
            Map.entry("resourceclaims.resource.k8s.io", new ResourceClaimStrategy()),
            Map.entry("endpointslices.discovery.k8s.io", new EndpointSliceStrategy()),
            Map.entry("certificatesigningrequests.certificates.k8s.io", new CertificateSigningRequestStrategy()),
            Map.entry("storageclasses.storage.k8s.io", new StorageClassStrategy()),
            Map.entry("networkpolicies.networking.k8s.io", new NetworkPolicyStrategy()),
            Map.entry("poddisruptionbudgets.policy", new PodDisruptionBudgetStrategy()),
            Map.entry("mutatingwebhookconfigurations" + ADMISSION, new WebhookConfigurationStrategy()),
            Map.entry("validatingwebhookconfigurations" + ADMISSION, new WebhookConfigurationStrategy()),
            Map.entry("priorityclasses.scheduling.k8s.io", new PriorityClassStrategy()),
            Map.entry("roles" + ACCESS, new RbacStrategy.RoleCode(true)),
            Map.entry("clusterroles" + ACCESS, new RbacStrategy.RoleCode(false)),
            Map.entry("rolebindings" + ACCESS, new RbacStrategy.BindingCode(true)),
            Map.entry("clusterrolebindings" + ACCESS, new RbacStrategy.BindingCode(false)));

    private static final Map<String, Strategy> RULES = new HashMap<>();

    static {
        StrategyTable.read()
                .forEach((resource, facts) ->
                        RULES.put(resource, new TableStrategy(facts, CODE.getOrDefault(resource, KindStrategy.NONE))));
        RULES.put("pods", new PodStrategy());
        RULES.put("nodes", new NodeStrategy());
        RULES.put("namespaces", new NamespaceStrategy());
    }

    private Strategies() {}

    /// Those of resources that nobody knows here are kept as they are given.
    public static Strategy of(ResourceType type) {
        return RULES.getOrDefault(type.groupResource(), PlainStrategy.WITH_STATUS);
    }
}
