package dev.sluice.controller;

import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.ResourceType;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Plays kubelets, administrators and another scheduler, all of whom do what they like: nodes come, change and
/// go, pods are bound where there is no room or no node, end, are deleted, hold on while they terminate, and come
/// back under the same name.
final class RandomPlayer {
    private static final int NODES_MAX = 12;
    private static final int PODS_MAX = 60;

    private static final String[] SHAPES = {
        "'cpu':'4','memory':'8Gi','pods':'10'",
        "'cpu':'64','memory':'256Gi','pods':'110','ephemeral-storage':'1Ti'",
        "'cpu':'32','memory':'128Gi','pods':'110','nvidia.com/gpu':'4'",
        "'cpu':'32','memory':'128Gi','pods':'110','nvidia.com/gpu':'1'",
        "'cpu':'32','memory':'128Gi','pods':'110','nvidia.com/gpu':'0','example.com/nic':'2'",
        "'cpu':'1500m','memory':'64Gi','pods':'5','hugepages-2Mi':'4Gi'",
        "'memory':'64Gi','pods':'5'"
    };

    private static final String[] REQUESTS = {
        "'cpu':'1','memory':'1Gi'",
        "'cpu':'250m'",
        "'memory':'512Mi'",
        "'cpu':'8','memory':'32Gi'",
        "'nvidia.com/gpu':'1','cpu':'2'",
        "'nvidia.com/gpu':'2'",
        "'example.com/nic':'1'",
        "'ephemeral-storage':'10Gi'",
        ""
    };

    private static final ResourceType RUNTIME_CLASSES =
            new ResourceType("node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false);

    private static final String OF_DAEMON_SET =
            ",'ownerReferences':[{'apiVersion':'apps/v1','kind':'DaemonSet','name':'proxy','uid':'d','controller':true}]";

    private static final String[] SPECS = {
        "'runtimeClassName':'heavy',",
        "",
        "",
        "'schedulerName':'sluice',",
        "'schedulerName':'another',",
        "'activeDeadlineSeconds':300,",
        "'hostNetwork':false,'terminationGracePeriodSeconds':120,",
        "'initContainers':[{'name':'side','image':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'100m'}}},"
                + "{'name':'init','image':'i','resources':{'requests':{'cpu':'3','memory':'2Gi'}}}],"
    };

    private final FollowedCluster cluster;
    private final RandomGenerator random;
    private final List<String> nodes = new ArrayList<>();
    private final List<String> pods = new ArrayList<>();

    /// The names of deleted pods, which controllers such as StatefulSets give to their next ones.
    private final List<String> freeNames = new ArrayList<>();

    private int made;
    private int reused;
    private int refused;

    RandomPlayer(FollowedCluster cluster, RandomGenerator random) {
        this.cluster = cluster;
        this.random = random;
        cluster.create(
                RUNTIME_CLASSES,
                "",
                "{'metadata':{'name':'heavy'},'handler':'h','overhead':{'podFixed':{'cpu':'250m','memory':'64Mi'}}}");
    }

    /// Returns how many pods had the name of an earlier one.
    int reused() {
        return reused;
    }

    /// Returns how many moves the API server has refused: not all random moves are allowed.
    int refused() {
        return refused;
    }

    private String any(String[] values) {
        return values[random.nextInt(values.length)];
    }

    private String any(List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    /// Does one thing.
    void move() {
        try {
            if (nodes.isEmpty() || random.nextInt(4) == 0) {
                moveNode();
            } else {
                movePod();
            }
        } catch (ApiException _) {
            refused++;
        }
    }

    private void moveNode() {
        if (nodes.isEmpty() || (nodes.size() < NODES_MAX && random.nextInt(3) == 0)) {
            addNode();
            return;
        }
        String node = any(nodes);
        switch (random.nextInt(8)) {
            case 0 -> {
                nodes.remove(node);
                cluster.deleteNode(node);
            }
            case 1, 2 -> cluster.allocatable(node, any(SHAPES));
            case 3 -> cluster.patchNode(node, "{'spec':{'unschedulable':%s}}".formatted(random.nextBoolean()));
            case 4 ->
                cluster.patch(
                        KubeTypes.NODES,
                        FollowedCluster.key("", node),
                        "status",
                        "{'status':{'conditions':[{'type':'Ready','status':'%s'}]}}"
                                .formatted(random.nextBoolean() ? "True" : "Unknown"));
            case 5 ->
                cluster.patchNode(
                        node,
                        random.nextBoolean()
                                ? "{'spec':{'taints':[{'key':'a','value':'b','effect':'NoSchedule'}]}}"
                                : "{'spec':{'taints':null}}");
            case 6 -> cluster.patchNode(node, "{'metadata':{'labels':{'disk':'%d'}}}".formatted(random.nextInt(3)));
            default -> cluster.patchNode(node, "{'metadata':{'labels':{%s}}}".formatted(place()));
        }
    }

    private void addNode() {
        // Few names, so that nodes return with other UIDs.
        String node = "node-" + random.nextInt(NODES_MAX);
        if (!nodes.contains(node)) {
            nodes.add(node);
            cluster.node(node, any(SHAPES), place());
        }
    }

    private String place() {
        String zone = random.nextInt(3) == 0 ? "null" : "'z" + random.nextInt(2) + "'";
        String rack = random.nextInt(3) == 0 ? "null" : "'r" + random.nextInt(3) + "'";
        return "'topology.kubernetes.io/zone':%s,'sluice.dev/rack':%s".formatted(zone, rack);
    }

    private void movePod() {
        if (pods.isEmpty() || (pods.size() < PODS_MAX && random.nextInt(3) == 0)) {
            addPod();
            return;
        }
        String pod = any(pods);
        switch (random.nextInt(9)) {
            case 0 -> cluster.podStatus(pod, "'phase':'Running','startTime':'2026-01-01T00:00:00Z'");
            case 1 -> cluster.podStatus(pod, "'phase':'%s'".formatted(random.nextBoolean() ? "Succeeded" : "Failed"));
            case 2 -> cluster.podStatus(pod, "'nominatedNodeName':'%s'".formatted(any(nodes)));
            case 3 -> cluster.podStatus(pod, "'nominatedNodeName':null");
            case 4 -> cluster.deletePod(pod, 60);
            case 5 -> {
                pods.remove(pod);
                freeNames.add(pod);
                cluster.deletePod(pod);
                if (random.nextBoolean()) {
                    // At once, so that informers may see one change from pod to pod.
                    addPod(pod);
                }
            }
            case 6 -> resize(pod);
            // Now and then to a node that is not there (yet).
            default -> cluster.bind(pod, random.nextInt(8) == 0 ? "node-" + random.nextInt(NODES_MAX) : any(nodes));
        }
    }

    private void addPod() {
        addPod(freeNames.isEmpty() || random.nextBoolean() ? "pod-" + made++ : any(freeNames));
    }

    private void addPod(String pod) {
        reused += freeNames.remove(pod) ? 1 : 0;
        pods.add(pod);
        boolean isBound = random.nextInt(4) == 0;
        String node = isBound ? "'nodeName':'%s',".formatted(any(nodes)) : "";
        String owner = random.nextInt(6) == 0 ? OF_DAEMON_SET : "";
        cluster.pod(pod, owner, any(REQUESTS), node + any(SPECS));
    }

    /// Asks for a resize, and now and then reports one, as kubelets do.
    private void resize(String pod) {
        if (random.nextBoolean()) {
            cluster.resizeOnly(pod, String.valueOf(1 + random.nextInt(3)));
        } else {
            cluster.podStatus(
                    pod,
                    "'containerStatuses':[{'name':'c','image':'i','imageID':'','ready':true,'restartCount':0,"
                            + "'allocatedResources':{'cpu':'%d'},'resources':{'requests':{'cpu':'%d'}}}]"
                                    .formatted(1 + random.nextInt(3), 1 + random.nextInt(3)));
        }
    }
}
