package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.work.ControllerContext;
import dev.sluice.kube.cluster.work.PodUpdates;
import dev.sluice.kube.event.EventSource;
import dev.sluice.kube.informer.Index;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.informer.InformerHandler;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.kube.work.ControllerLoop;
import dev.sluice.kube.work.WorkQueue;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A fleet of simulated nodes.
///
/// Heartbeats are spread evenly: the nodes are divided into groups that take turns, so that ten thousand nodes are a
/// hundred small pieces of work instead of a burst. The annotation `sluice.dev/down=true`, or [#fail], makes a node
/// fail: it stops its heartbeats and status updates until it recovers. Nodes may be added, removed and return at any
/// time.
public final class NodeFleet {
    private static final String DOWN = "sluice.dev/down";
    private static final int GROUPS_MAX = 100;
    private static final int NOT_FOUND = 404;

    /// The kubelet's default interval of status reports.
    private static final long STATUS_NANOS = 300 * Clock.NANOS_PER_SECOND;

    private final Kube kube;
    private final FleetSettings settings;
    private final Timers timers;
    private final Informer pods;
    private final Informer nodeObjects;
    private final Map<String, SimulatedNode> nodes = new LinkedHashMap<>();
    private final List<SimulatedNode> inOrder = new ArrayList<>();
    private final WorkQueue<ObjectKey> queue;
    private final WorkQueue<String> registrations;
    private final PodRunner player;
    private final EventSource events;
    private final NodeReports reports;
    private final StaticPods staticPods;
    private final WorkQueue<ObjectKey> mirrors;

    /// Nodes that have been removed and may return.
    private final Map<String, SimulatedNode> removed = new LinkedHashMap<>();

    private final int groups;
    private long heartbeats;

    /// Adds nodes to a context, which drives them.
    public NodeFleet(ControllerContext context, FleetSettings settings) {
        this(context, settings, PodStarts.IGNORED);
    }

    /// Adds nodes to a context, which drives them.
    ///
    /// @param starts learns of the pods that are started
    public NodeFleet(ControllerContext context, FleetSettings settings, PodStarts starts) {
        this.kube = context.kube();
        this.settings = settings;
        this.groups = Math.clamp(settings.nodes(), 1, GROUPS_MAX);
        this.timers = context.timers();
        this.pods = context.informer(KubeTypes.PODS);
        this.nodeObjects = context.informer(KubeTypes.NODES);
        this.queue = new WorkQueue<>(timers);
        this.registrations = new WorkQueue<>(timers);
        this.events = context.events().source("kubelet");
        this.player = new PodRunner(
                new PodUpdates(kube),
                pods,
                nodeObjects,
                nodes,
                settings,
                context.seeds().forActor("nodes " + settings.prefix()),
                queue,
                new KubeletEvents(events),
                starts);
        this.reports = new NodeReports(kube);
        this.staticPods = new StaticPods(kube, pods, nodeObjects);
        this.mirrors = new WorkQueue<>(timers);
        for (int i = 0; i < settings.nodes(); i++) {
            add(settings.name(i), settings.template(i));
        }
        pods.addHandler(new PodHandler());
        nodeObjects.addHandler(InformerHandler.onAnyChange(this::lookAtNode));
        context.drive(new ControllerLoop<>("mirror pods", mirrors, List.of(pods, nodeObjects), staticPods::reconcile));
        context.drive(
                new ControllerLoop<>("registration of nodes", registrations, List.of(nodeObjects), this::register));
        context.drive(new ControllerLoop<>("pods on nodes", queue, List.of(pods, nodeObjects), player::play));
        scheduleHeartbeats(0, context.clock().nowNanos() + settings.heartbeatNanos() / groups);
    }

    /// Adds a node, or lets a removed one return with the same address. It registers in its next turn.
    ///
    /// @throws IllegalArgumentException if the fleet has it already
    public void add(String name, NodeTemplate template) {
        if (nodes.containsKey(name)) {
            throw new IllegalArgumentException("the fleet already has the node (" + name + ")");
        }
        SimulatedNode node = removed.remove(name);
        if (node == null) {
            node = new SimulatedNode(name, inOrder.size(), template);
            inOrder.add(node);
        }
        node.reset(template);
        nodes.put(name, node);
        registrations.add(name);
        pods.cache().find(Index.NODE, name).forEach(pod -> queue.add(KubeObjects.key(pod)));
    }

    /// Removes a node as a cloud provider does: the machine is gone, and its Node is deleted. Its pods stay until the
    /// garbage collection of pods.
    public void remove(String name) {
        SimulatedNode node = known(name);
        nodes.remove(name);
        removed.put(name, node);
        staticPods.forget(name);
        try {
            kube.delete(KubeTypes.NODES, ObjectKey.of(name), DeleteOptions.PLAIN);
        } catch (ApiException e) {
            if (e.code() != NOT_FOUND) {
                throw e;
            }
        }
    }

    /// Restarts a node's kubelet: it registers again if its Node has been deleted, and its pods run on.
    public void reregister(String name) {
        registrations.add(known(name).name());
    }

    /// Changes what pods may take of a node, as after a restart of a device plugin or another reservation. Resources
    /// that the shape lacks are gone.
    public void setAllocatable(String name, NodeShape shape) {
        ObjectKey key = ObjectKey.of(known(name).name());
        JsonObject amounts = shape.toJson();
        for (String resource :
                kube.get(KubeTypes.NODES, key).object("status", "allocatable").names()) {
            amounts = amounts.has(resource) ? amounts : amounts.with(resource, JsonNull.NULL);
        }
        JsonObject status = JsonObject.of("status", JsonObject.of("allocatable", amounts));
        kube.patch(KubeTypes.NODES, key, "status", Patch.merge(status), WriteOptions.PLAIN);
    }

    /// Gives a node a static pod, which it runs and shows as a mirror pod. A deleted mirror pod is created again.
    ///
    /// @return the key of the mirror pod
    public ObjectKey runStatic(String node, JsonObject pod) {
        ObjectKey key = staticPods.add(known(node).name(), pod);
        mirrors.add(key);
        return key;
    }

    private SimulatedNode known(String name) {
        SimulatedNode node = nodes.get(name);
        if (node == null) {
            throw new IllegalArgumentException("the fleet has no node (" + name + ")");
        }
        return node;
    }

    /// Returns the number of registered nodes.
    public int registered() {
        return (int) nodes.keySet().stream()
                .filter(name -> nodeObjects.cache().get(ObjectKey.of(name)) != null)
                .count();
    }

    /// Stops a node's heartbeats and status updates.
    public void fail(String name) {
        annotate(name, Json.of("true"));
    }

    /// Ends a node's failure.
    public void recover(String name) {
        annotate(name, JsonNull.NULL);
    }

    private void annotate(String name, Json value) {
        kube.patch(
                KubeTypes.NODES,
                ObjectKey.of(name),
                "",
                Patch.merge(JsonObject.of("metadata", JsonObject.of("annotations", JsonObject.of(DOWN, value)))),
                WriteOptions.PLAIN);
    }

    private void lookAtNode(JsonObject object) {
        SimulatedNode node = nodes.get(KubeObjects.name(object));
        if (node == null) {
            return;
        }
        boolean isDown = object.text("metadata", "annotations", DOWN).equals("true");
        if (node.isDown() && !isDown) {
            node.setDown(false);
            registrations.add(node.name());
            pods.cache().find(Index.NODE, node.name()).forEach(pod -> queue.add(KubeObjects.key(pod)));
        }
        node.setDown(isDown);
        staticPods.of(node.name()).forEach(mirrors::add);
        player.retryDeferred(node);
    }

    private void register(String name, long nowNanos) {
        SimulatedNode node = nodes.get(name);
        if (node == null || node.isDown()) {
            return;
        }
        JsonObject object = nodeObjects.cache().get(ObjectKey.of(name));
        if (object == null) {
            object = reports.create(node, nowNanos);
        } else {
            reports.sayReady(object, nowNanos);
            events.at(name).normal(KubeTypes.NODES, object, "NodeReady", "Node " + name + " status is now: NodeReady");
        }
        reports.renew(object, nowNanos);
    }

    private void scheduleHeartbeats(int group, long atNanos) {
        timers.schedule(atNanos, (subject, nowNanos) -> beat((int) subject, atNanos, nowNanos), group);
    }

    /// Renews the leases of one group, and reports the nodes' status from time to time, and when it says otherwise: a
    /// node whose heartbeats were late is shown as unknown.
    private void beat(int group, long dueNanos, long nowNanos) {
        boolean isStatusDue = heartbeats / groups % Math.max(1, STATUS_NANOS / settings.heartbeatNanos()) == 0
                && heartbeats >= groups;
        heartbeats++;
        for (int i = group; i < inOrder.size(); i += groups) {
            beat(inOrder.get(i), isStatusDue, nowNanos);
        }
        long step = settings.heartbeatNanos() / groups;
        scheduleHeartbeats((group + 1) % groups, Math.max(dueNanos + step, nowNanos));
    }

    private void beat(SimulatedNode node, boolean isStatusDue, long nowNanos) {
        JsonObject object = nodeObjects.cache().get(ObjectKey.of(node.name()));
        if (node.isDown() || object == null || !nodes.containsKey(node.name())) {
            return;
        }
        try {
            reports.renew(object, nowNanos);
            if (isStatusDue || !new Node(object).isReady()) {
                reports.sayReady(object, nowNanos);
            }
        } catch (ApiException | UncheckedIOException _) {
            // The next heartbeat repeats it.
        }
    }

    private final class PodHandler implements InformerHandler {
        @Override
        public void onAdd(JsonObject pod) {
            look(pod);
        }

        @Override
        public void onUpdate(JsonObject before, JsonObject pod) {
            look(pod);
        }

        @Override
        public void onDelete(JsonObject pod) {
            player.forget(pod);
            if (staticPods.has(KubeObjects.key(pod))) {
                mirrors.add(KubeObjects.key(pod));
            }
        }

        private void look(JsonObject pod) {
            if (nodes.containsKey(new Pod(pod).nodeName())) {
                queue.add(KubeObjects.key(pod));
            }
        }
    }
}
