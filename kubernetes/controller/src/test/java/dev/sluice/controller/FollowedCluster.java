package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.JobPods;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.InProcessServer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonText;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.VirtualCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.VirtualClock;
import dev.sluice.scheduling.machine.MachineState;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;

/// An API server in virtual time, an engine that follows it, and its audit. There are no controllers and kubelets:
/// a test plays them, so that nothing happens but what it says.
final class FollowedCluster {
    static final long SECOND = Clock.NANOS_PER_SECOND;

    /// Longer than the interval of bookmarks, so that quiet watches pass the lists' versions.
    private static final long AUDIT_SECONDS = 120;

    /// As many changes as the HTTP server's watch cache keeps.
    private static final int REMEMBERED = 16_384;

    private static final String NAMESPACE = "default";

    private final VirtualClock clock = new VirtualClock(1_000_000 * SECOND);
    private final TimerQueue timers = new TimerQueue();
    private final InProcessServer server;
    private final VirtualCrank crank;
    private final ClusterFollower follower;
    private final List<AuditReport> reports = new ArrayList<>();
    private final Audit.Auditor auditor;

    FollowedCluster() {
        this(1, UnaryOperator.identity(), JobPods.NONE);
    }

    /// @param wrap makes the API that the follower sees, perhaps with faults
    FollowedCluster(long seed, UnaryOperator<Kube> wrap, JobPods jobs) {
        this(seed, wrap, jobs, _ -> true);
    }

    /// @param expectsPods whether pods of a job are still to come
    FollowedCluster(long seed, UnaryOperator<Kube> wrap, JobPods jobs, LongPredicate expectsPods) {
        Seeds seeds = new Seeds(seed);
        server = new InProcessServer(clock, seeds.within("server"), REMEMBERED);
        follower = new ClusterFollower(
                wrap.apply(server.kube()),
                ClusterFollower.Options.DEFAULT,
                jobs,
                expectsPods,
                timers,
                timers,
                seeds.within("follower"),
                reports::add,
                ClusterFollower.Wakes.NONE);
        auditor = follower.auditor(timers, AUDIT_SECONDS * SECOND);
        List<Step> steps = new ArrayList<>(follower.informerSteps());
        steps.addAll(follower.engineSteps());
        steps.add(auditor);
        crank = new VirtualCrank(clock, timers, steps, new FailRunOnFault());
    }

    Kube kube() {
        return server.kube();
    }

    ClusterFollower follower() {
        return follower;
    }

    List<AuditReport> reports() {
        return reports;
    }

    long nowNanos() {
        return clock.nowNanos();
    }

    /// Lets everything happen that happens at once.
    void settle() {
        crank.runUntil(clock.nowNanos());
    }

    void pass(long seconds) {
        crank.runUntil(clock.nowNanos() + seconds * SECOND);
    }

    /// Waits for an audit that begins now or later, and returns its report.
    AuditReport audit() {
        settle();
        int wanted = reports.size() + 2;
        for (int i = 0; i < 20 && reports.size() < wanted; i++) {
            pass(AUDIT_SECONDS);
        }
        assertThat(reports).as("audits end").hasSizeGreaterThanOrEqualTo(wanted);
        return reports.getLast();
    }

    void assertInSync() {
        AuditReport report = audit();
        assertThat(report.drifts()).isEmpty();
        assertThat(report.changed()).isZero();
    }

    static JsonObject object(String text) {
        return (JsonObject) JsonText.read(text.replace('\'', '"'));
    }

    JsonObject create(ResourceType type, String namespace, String text) {
        return server.kube().create(type, namespace, object(text), WriteOptions.PLAIN);
    }

    /// Registers a node that is ready.
    ///
    /// @param allocatable such as `'cpu':'4','memory':'8Gi','pods':'10'`
    /// @param labels such as `'topology.kubernetes.io/zone':'a'`
    void node(String name, String allocatable, String labels) {
        create(KubeTypes.NODES, "", "{'metadata':{'name':'%s','labels':{%s}}}".formatted(name, labels));
        allocatable(name, allocatable);
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
        server.kube().delete(KubeTypes.NODES, key("", name), DeleteOptions.PLAIN);
    }

    /// Creates a pod of another scheduler that is not bound.
    void pod(String name, String requests) {
        pod(name, requests, "");
    }

    /// @param more further fields of the spec, each followed by a comma
    void pod(String name, String requests, String more) {
        create(
                KubeTypes.PODS,
                NAMESPACE,
                ("{'metadata':{'name':'%s'},'spec':{%s'containers':[{'name':'c','image':'i','resources':"
                                + "{'requests':{%s},'limits':{%s}}}]}}")
                        .formatted(name, more, requests, requests));
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
        server.kube().patch(KubeTypes.PODS, key(NAMESPACE, name), "resize", Patch.strategic(patch), WriteOptions.PLAIN);
    }

    void boundPod(String name, String node, String requests) {
        pod(name, requests, "'nodeName':'" + node + "',");
    }

    /// Binds a pod, as a scheduler does.
    void bind(String name, String node) {
        server.kube()
                .act(
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
        server.kube().patch(type, key, subresource, Patch.merge(object(text)), WriteOptions.PLAIN);
    }

    void deletePod(String name) {
        deletePod(name, 0);
    }

    void deletePod(String name, long graceSeconds) {
        server.kube().delete(KubeTypes.PODS, key(NAMESPACE, name), DeleteOptions.within(graceSeconds));
    }

    static ObjectKey key(String namespace, String name) {
        return new ObjectKey(namespace, name);
    }

    /// Returns what the engine has free of a pool or unit; negative if it is over-committed.
    long free(String path) {
        MachineState machine = follower.engine().state().machineState();
        OptionalInt vertex = machine.vertex(path);
        assertThat(vertex).as(path).isPresent();
        long free = machine.model().graph().size(vertex.getAsInt());
        for (Holding holding : machine.model().occupancy().holdings()) {
            Placement placement = holding.placement();
            for (int i = 0; i < placement.size(); i++) {
                free -= placement.vertex(i) == vertex.getAsInt() ? placement.amount(i) : 0;
            }
        }
        return free;
    }

    boolean has(String path) {
        return follower.engine().state().machineState().vertex(path).isPresent();
    }

    ResourceGraph graph() {
        return follower.engine().state().machine().graph();
    }
}
