package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.port.ResourceType;
import java.util.HashMap;
import java.util.Map;

/// Which rules go with which resource.
public final class Rulebook {
    private static final String ACCESS = ".rbac.authorization.k8s.io";
    private static final String ADMISSION = ".admissionregistration.k8s.io";

    private static final Map<String, KindCode> CODE = Map.ofEntries(
            Map.entry("jobs.batch", new JobCode()),
            Map.entry("cronjobs.batch", new CronJobCode()),
            Map.entry("deployments.apps", new DeploymentCode()),
            Map.entry("replicasets.apps", new ReplicaSetCode()),
            Map.entry("daemonsets.apps", new DaemonSetCode()),
            Map.entry("statefulsets.apps", new StatefulSetCode()),
            Map.entry("replicationcontrollers", new ReplicationControllerCode()),
            Map.entry("configmaps", new DataCode(false)),
            Map.entry("secrets", new DataCode(true)),
            Map.entry("events", new EventCode()),
            Map.entry("services", new ServiceCode()),
            Map.entry("horizontalpodautoscalers.autoscaling", new AutoscalerCode()),
            Map.entry("persistentvolumeclaims", new ClaimCode()),
            Map.entry("persistentvolumes", new VolumeCode()),
            Map.entry("ingresses.networking.k8s.io", new IngressCode()),
            Map.entry("resourceclaims.resource.k8s.io", new DeviceClaimCode()),
            Map.entry("endpointslices.discovery.k8s.io", new EndpointSliceCode()),
            Map.entry("certificatesigningrequests.certificates.k8s.io", new CertificateCode()),
            Map.entry("storageclasses.storage.k8s.io", new StorageClassCode()),
            Map.entry("networkpolicies.networking.k8s.io", new NetworkPolicyCode()),
            Map.entry("poddisruptionbudgets.policy", new BudgetCode()),
            Map.entry("mutatingwebhookconfigurations" + ADMISSION, new WebhookCode()),
            Map.entry("validatingwebhookconfigurations" + ADMISSION, new WebhookCode()),
            Map.entry("priorityclasses.scheduling.k8s.io", new PriorityClassCode()),
            Map.entry("roles" + ACCESS, new AccessCode.RoleCode(true)),
            Map.entry("clusterroles" + ACCESS, new AccessCode.RoleCode(false)),
            Map.entry("rolebindings" + ACCESS, new AccessCode.BindingCode(true)),
            Map.entry("clusterrolebindings" + ACCESS, new AccessCode.BindingCode(false)));

    private static final Map<String, KindRules> RULES = new HashMap<>();

    static {
        KindTable.read()
                .forEach((resource, facts) ->
                        RULES.put(resource, new TableRules(facts, CODE.getOrDefault(resource, KindCode.NONE))));
        RULES.put("pods", new PodRules());
        RULES.put("nodes", new NodeRules());
        RULES.put("namespaces", new NamespaceRules());
    }

    private Rulebook() {}

    /// Those of resources that nobody knows here are kept as they are given.
    public static KindRules of(ResourceType type) {
        return RULES.getOrDefault(type.groupResource(), PlainRules.WITH_STATUS);
    }
}
