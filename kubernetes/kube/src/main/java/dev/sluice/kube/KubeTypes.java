package dev.sluice.kube;

import dev.sluice.kube.port.ResourceType;

/// The resource types that Sluice's own programs name.
public final class KubeTypes {
    public static final ResourceType PODS = core("pods", "Pod");
    public static final ResourceType NODES = new ResourceType("", "v1", "nodes", "Node", false);
    public static final ResourceType NAMESPACES = new ResourceType("", "v1", "namespaces", "Namespace", false);
    public static final ResourceType SERVICE_ACCOUNTS = core("serviceaccounts", "ServiceAccount");
    public static final ResourceType EVENTS = core("events", "Event");
    public static final ResourceType CONFIG_MAPS = core("configmaps", "ConfigMap");
    public static final ResourceType SECRETS = core("secrets", "Secret");
    public static final ResourceType LIMIT_RANGES = core("limitranges", "LimitRange");
    public static final ResourceType LEASES = new ResourceType("coordination.k8s.io", "v1", "leases", "Lease", true);
    public static final ResourceType JOBS = new ResourceType("batch", "v1", "jobs", "Job", true);
    public static final ResourceType CRON_JOBS = new ResourceType("batch", "v1", "cronjobs", "CronJob", true);
    public static final ResourceType REPLICA_SETS = new ResourceType("apps", "v1", "replicasets", "ReplicaSet", true);
    public static final ResourceType DEPLOYMENTS = new ResourceType("apps", "v1", "deployments", "Deployment", true);

    public static final ResourceType STATEFUL_SETS =
            new ResourceType("apps", "v1", "statefulsets", "StatefulSet", true);

    public static final ResourceType PRIORITY_CLASSES =
            new ResourceType("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);

    public static final ResourceType POD_DISRUPTION_BUDGETS =
            new ResourceType("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true);

    public static final ResourceType MUTATING_WEBHOOKS = new ResourceType(
            "admissionregistration.k8s.io",
            "v1",
            "mutatingwebhookconfigurations",
            "MutatingWebhookConfiguration",
            false);

    public static final ResourceType TOKEN_REVIEWS =
            new ResourceType("authentication.k8s.io", "v1", "tokenreviews", "TokenReview", false);

    private KubeTypes() {}

    private static ResourceType core(String plural, String kind) {
        return new ResourceType("", "v1", plural, kind, true);
    }
}
