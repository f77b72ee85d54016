package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Times;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;

/// Writes what a kubelet reports of its node: the Node itself, its conditions, its Lease.
record NodeReports(Kube kube) {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    /// Creates the Node, unless there is one of this name.
    JsonObject create(SimulatedNode node, long nowNanos) {
        JsonObject object = NodeObjects.node(node, nowNanos);
        try {
            return kube.create(KubeTypes.NODES, "", object, WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != CONFLICT) {
                throw e;
            }
            return kube.get(KubeTypes.NODES, ObjectKey.of(node.name()));
        }
    }

    void sayReady(JsonObject object, long nowNanos) {
        JsonObject ready = Conditions.find(object.array("status", "conditions"), "Ready");
        long since = ready != null && new Node(object).isReady()
                ? Times.parse(ready.text("lastTransitionTime"), nowNanos)
                : nowNanos;
        kube.patch(
                KubeTypes.NODES,
                KubeObjects.key(object),
                "status",
                Patch.merge(
                        JsonObject.of("status", JsonObject.of("conditions", NodeObjects.conditions(nowNanos, since)))),
                WriteOptions.PLAIN);
    }

    /// Renews the lease of a node, or creates it.
    void renew(JsonObject node, long nowNanos) {
        ObjectKey key = new ObjectKey(NodeObjects.LEASE_NAMESPACE, KubeObjects.name(node));
        JsonObject lease = NodeObjects.lease(node, nowNanos);
        try {
            kube.patch(
                    KubeTypes.LEASES,
                    key,
                    "",
                    Patch.merge(JsonObject.of("spec", lease.object("spec"))),
                    WriteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
            kube.create(KubeTypes.LEASES, NodeObjects.LEASE_NAMESPACE, lease, WriteOptions.PLAIN);
        }
    }
}
