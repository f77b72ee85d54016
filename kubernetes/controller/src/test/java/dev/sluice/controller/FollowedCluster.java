package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.graph.occupancy.Availability;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.machine.MachineState;
import java.util.OptionalInt;
import java.util.function.Function;

/// An API server in virtual time, an engine that follows it, and its audit. There are no controllers and kubelets:
/// a test plays them, so that nothing happens but what it says.
abstract class FollowedCluster {
    static final long SECOND = Clock.NANOS_PER_SECOND;

    private static final String NAMESPACE = "default";

    /// Returns the API as the test uses it, without faults.
    abstract Kube kube();

    /// Lets everything happen that happens at once.
    abstract void settle();

    /// Waits until the engine's time has come.
    abstract void waitUntil(long nanos);

    /// Waits until the informers have reconnected after faults.
    abstract void recover();

    /// Waits for an audit that begins now or later, and returns its report.
    abstract AuditReport audit();

    /// Returns how often informers had to list again.
    abstract long relists();

    /// Asks the engine, on its own thread.
    abstract <T> T ask(Function<Engine, T> question);

    void assertInSync() {
        AuditReport report = audit();
        assertThat(report.drifts()).isEmpty();
        assertThat(report.nodes()).as("nodes compared").isPositive();
    }

    static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    JsonObject create(ResourceType type, String namespace, String text) {
        return kube().create(type, namespace, object(text), WriteOptions.PLAIN);
    }

    /// Registers a node that is ready.
    ///
    /// @param allocatable such as `'cpu':'4','memory':'8Gi','pods':'10'`
    /// @param labels such as `'topology.kubernetes.io/zone':'a'`
    void node(String name, String allocatable, String labels) {
        create(KubeTypes.NODES, "", "{'metadata':{'name':'%s','labels':{%s}}}".formatted(name, labels));
        allocatable(name, allocatable);
    }

    /// Registers a node that is ready before anything follows the cluster.
    static void createNode(Kube kube, String name, String allocatable) {
        kube.create(KubeTypes.NODES, "", object("{'metadata':{'name':'%s'}}".formatted(name)), WriteOptions.PLAIN);
        JsonObject status =
                object("{'status':{'allocatable':{%s},'capacity':{%s},'conditions':[{'type':'Ready','status':'True'}]}}"
                        .formatted(allocatable, allocatable));
        kube.patch(KubeTypes.NODES, key("", name), "status", Patch.merge(status), WriteOptions.PLAIN);
    }

    void node(String name, String allocatable) {
        node(name, allocatable, "");
    }

    /// Reports what a node has, as its kubelet does.
    void allocatable(String name, String allocatable) {
        patch(KubeTypes.NODES, key("", name), "status", "{'status':{'allocatable':null,'capacity':null}}");
        patch(
                KubeTypes.NODES,
                key("", name),
                "status",
                "{'status':{'allocatable':{%s},'capacity':{%s},'conditions':[{'type':'Ready','status':'True'}]}}"
                        .formatted(allocatable, allocatable));
    }

    void deleteNode(String name) {
        kube().delete(KubeTypes.NODES, key("", name), DeleteOptions.PLAIN);
    }

    /// Creates a pod of another scheduler that is not bound.
    void pod(String name, String requests) {
        pod(name, requests, "");
    }

    /// @param more further fields of the spec, each followed by a comma
    void pod(String name, String requests, String more) {
        createPod(kube(), name, requests, more);
    }

    /// @param metadata further fields of the metadata, each after a comma
    void pod(String name, String metadata, String requests, String more) {
        createPod(kube(), name, metadata, requests, more);
    }

    static void createPod(Kube kube, String name, String requests, String more) {
        createPod(kube, name, "", requests, more);
    }

    private static void createPod(Kube kube, String name, String metadata, String requests, String more) {
        JsonObject pod =
                object(("{'metadata':{'name':'%s'%s},'spec':{%s'containers':[{'name':'c','image':'i','resources':"
                                + "{'requests':{%s},'limits':{%s}}}]}}")
                        .formatted(name, metadata, more, requests, requests));
        kube.create(KubeTypes.PODS, NAMESPACE, pod, WriteOptions.PLAIN);
    }

    /// Asks for another amount of CPU, and reports what the kubelet gives.
    void resize(String name, String cpu, String allocated) {
        resizeOnly(name, cpu);
        podStatus(
                name,
                ("'containerStatuses':[{'name':'c','image':'i','imageID':'','ready':true,'restartCount':0,"
                                + "'allocatedResources':{'cpu':'%s'},'resources':{'requests':{'cpu':'%s'}}}]")
                        .formatted(allocated, allocated));
    }

    /// Asks for another amount of CPU.
    void resizeOnly(String name, String cpu) {
        JsonObject patch = object(("{'spec':{'containers':[{'name':'c','resources':"
                        + "{'requests':{'cpu':'%s'},'limits':{'cpu':'%s'}}}]}}")
                .formatted(cpu, cpu));
        kube().patch(KubeTypes.PODS, key(NAMESPACE, name), "resize", Patch.strategic(patch), WriteOptions.PLAIN);
    }

    void boundPod(String name, String node, String requests) {
        pod(name, requests, "'nodeName':'" + node + "',");
    }

    /// Binds a pod, as a scheduler does.
    void bind(String name, String node) {
        kube().act(
                        KubeTypes.PODS,
                        key(NAMESPACE, name),
                        "binding",
                        object(
                                "{'apiVersion':'v1','kind':'Binding','metadata':{'name':'%s'},'target':{'kind':'Node','name':'%s'}}"
                                        .formatted(name, node)),
                        WriteOptions.PLAIN);
    }

    void podStatus(String name, String status) {
        patch(KubeTypes.PODS, key(NAMESPACE, name), "status", "{'status':{%s}}".formatted(status));
    }

    void patchNode(String name, String patch) {
        patch(KubeTypes.NODES, key("", name), "", patch);
    }

    void patchPod(String name, String patch) {
        patch(KubeTypes.PODS, key(NAMESPACE, name), "", patch);
    }

    void patch(ResourceType type, ObjectKey key, String subresource, String text) {
        kube().patch(type, key, subresource, Patch.merge(object(text)), WriteOptions.PLAIN);
    }

    void deletePod(String name) {
        deletePod(name, 0);
    }

    void deletePod(String name, long graceSeconds) {
        kube().delete(KubeTypes.PODS, key(NAMESPACE, name), DeleteOptions.within(graceSeconds));
    }

    static ObjectKey key(String namespace, String name) {
        return new ObjectKey(namespace, name);
    }

    /// Returns the time by which the engine decides.
    abstract long nowNanos();

    /// Returns what the engine has free of a pool or unit at present; negative if it is over-committed.
    long free(String path) {
        return ask(engine -> free(engine.state().machineState(), path, nowNanos()));
    }

    /// Returns what a search finds free at a time; less than nothing if more is held than there is.
    static long free(MachineState machine, String path, long nowNanos) {
        OptionalInt vertex = machine.vertex(path);
        assertThat(vertex).as(path).isPresent();
        Availability availability = machine.model().occupancy().availability();
        return availability.freeNow(vertex.getAsInt(), nowNanos, nowNanos + 1)
                - availability.overcommitted(vertex.getAsInt());
    }

    boolean has(String path) {
        return ask(engine -> engine.state().machineState().vertex(path).isPresent());
    }
}
