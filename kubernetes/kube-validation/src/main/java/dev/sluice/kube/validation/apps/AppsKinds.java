package dev.sluice.kube.validation.apps;

import dev.sluice.kube.validation.strategy.Kind;
import java.util.List;

/// The kinds of the API group `apps`.
public final class AppsKinds {
    public static final List<Kind> ALL = List.of(
            new Kind("replicasets.apps", new ReplicaSetStrategy(), AppsColumns.REPLICA_SETS),
            new Kind("deployments.apps", new DeploymentStrategy(), AppsColumns.DEPLOYMENTS),
            new Kind("statefulsets.apps", new StatefulSetStrategy(), AppsColumns.STATEFUL_SETS),
            new Kind("daemonsets.apps", new DaemonSetStrategy(), AppsColumns.DAEMON_SETS),
            Kind.printed("controllerrevisions.apps", AppsColumns.CONTROLLER_REVISIONS));

    private AppsKinds() {}
}
