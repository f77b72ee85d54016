package dev.sluice.kube.cluster.controllers;

import dev.sluice.kube.cluster.controllers.disruption.DisruptionController;
import dev.sluice.kube.cluster.controllers.garbage.GarbageCollector;
import dev.sluice.kube.cluster.controllers.job.FinishedJobs;
import dev.sluice.kube.cluster.controllers.job.JobController;
import dev.sluice.kube.cluster.controllers.namespace.NamespaceController;
import dev.sluice.kube.cluster.controllers.namespace.NamespaceDefaults;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.controllers.node.NodeLifecycle;
import dev.sluice.kube.cluster.controllers.node.PodCollector;
import dev.sluice.kube.cluster.controllers.node.TaintEviction;
import dev.sluice.kube.cluster.controllers.replica.DeploymentController;
import dev.sluice.kube.cluster.controllers.replica.ReplicaSetController;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.port.ResourceType;
import java.util.List;
import java.util.function.Supplier;

/// Starts the controllers of a cluster.
public final class Controllers {
    private Controllers() {}

    /// Adds the controllers to a context.
    ///
    /// @param types returns all resources that can be listed, watched and deleted at present
    /// @param certificate of the authority that signs the server's; empty if it has none
    public static void join(ControllerContext context, Supplier<List<ResourceType>> types, String certificate) {
        join(context, types, certificate, NodeControlSettings.DEFAULT);
    }

    /// Adds the controllers to a context, with other settings for nodes.
    public static void join(
            ControllerContext context,
            Supplier<List<ResourceType>> types,
            String certificate,
            NodeControlSettings settings) {
        new NamespaceDefaults(context, certificate);
        new JobController(context);
        new FinishedJobs(context);
        new ReplicaSetController(context);
        new DeploymentController(context);
        new GarbageCollector(context, types);
        new NamespaceController(context, types);
        new NodeLifecycle(context, settings);
        new TaintEviction(context);
        new PodCollector(context, settings);
        new DisruptionController(context, types);
    }
}
