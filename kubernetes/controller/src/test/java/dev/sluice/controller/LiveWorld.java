package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.kube.Conditions;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.DeleteOptions;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.scheduling.Engine;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// A cluster with controllers, [#NODES] simulated nodes of 4 CPUs, the default scheduler and Sluice, in virtual or real
/// time.
abstract class LiveWorld {
    static final int NODES = 3;
    static final String SHAPE = "cpu=4,memory=8Gi";
    static final long NODE_MILLI = 4000;

    /// Returns the server as a user reaches it, through intake.
    abstract Kube kube();

    /// Waits until the condition holds; fails if it does not within the world's patience.
    abstract void await(String what, BooleanSupplier condition);

    /// Asks on the engine's thread.
    abstract <T> T asked(Function<LiveScheduler, T> question);

    final <T> T ask(Function<Engine, T> question) {
        return asked(scheduler -> question.apply(scheduler.engine()));
    }

    /// Makes a volume claim that the default scheduler accepts.
    abstract void claim(String name);

    /// From now on, objects are created as their users write them.
    abstract void intakeIsDown();

    /// From now on, intake sees objects that are created again.
    abstract void intakeIsBack();

    /// Returns the report of an audit that begins after this call.
    abstract AuditReport audit();

    /// Ends the world, with all that the test has made.
    abstract void close();

    /// Waits until the engine has all nodes and may use them.
    void awaitNodes() {
        await(
                "nodes",
                () -> ask(engine -> {
                    for (int i = 0; i < NODES; i++) {
                        if (engine.state().machineState().vertex(corePath(i)).isEmpty()) {
                            return false;
                        }
                    }
                    return true;
                }));
    }

    private static String corePath(int node) {
        return "/cluster0/node-" + node + "/core0";
    }

    /// Returns the thousandths of CPUs that the engine has free on all nodes.
    long freeMilli() {
        return ask(this::freeMilli);
    }

    /// Returns the time by which the engine decides.
    abstract long nowNanos();

    long freeMilli(Engine engine) {
        long free = 0;
        for (int i = 0; i < NODES; i++) {
            free += FollowedCluster.free(engine.state().machineState(), corePath(i), nowNanos());
        }
        return free;
    }

    void awaitFree(long milli) {
        await("free: " + milli, () -> freeMilli() == milli);
    }

    /// No pods are to come: each place has its pod.
    void assertInSync() {
        AuditReport report = audit();
        assertThat(report.drifts()).isEmpty();
        assertThat(report.nodes()).as("nodes compared").isGreaterThanOrEqualTo(NODES);
        // An end that the engine hears of after this.
        if (!isExact(report)) {
            await("each bound pod has a place, and each place a pod", () -> isExact(audit()));
        }
    }

    private static boolean isExact(AuditReport report) {
        return report.ownForeign() == 0 && report.sparePlaces() == 0;
    }

    /// Creates an object as its user writes it; intake sees it unless it is down.
    void create(ResourceType type, String text) {
        kube().create(type, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    /// Returns the reasons of the Events about an object.
    List<String> reasons(String name) {
        return kube().list(KubeTypes.EVENTS, "default", ListOptions.ALL).items().stream()
                .filter(event -> event.text("involvedObject", "name").equals(name))
                .map(event -> event.text("reason"))
                .toList();
    }

    /// Creates a managed Job.
    ///
    /// @param spec further fields of its spec, each followed by a comma
    /// @param annotations of its pods
    void job(String name, int pods, String cpu, String spec, String annotations) {
        job(name, "'parallelism':%d,'completions':%d,".formatted(pods, pods) + spec, cpu, annotations, "");
    }

    /// @param own annotations of the Job itself
    void job(String name, String spec, String cpu, String annotations, String own) {
        create(
                KubeTypes.JOBS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                                + "'spec':{%s'template':{'metadata':{'annotations':{%s}},'spec':{"
                                + "'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'%s'}}}]}}}}")
                        .formatted(name, own, spec, annotations, cpu));
    }

    /// Creates a managed pod.
    void pod(String name, String cpu, String annotations) {
        create(
                KubeTypes.PODS,
                ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                                + "'spec':{'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                                + "'resources':{'requests':{'cpu':'%s'}}}]}}")
                        .formatted(name, annotations, cpu));
    }

    JsonObject jobObject(String name) {
        return kube().get(KubeTypes.JOBS, FollowedCluster.key("default", name));
    }

    JsonObject deployment(String name) {
        return kube().get(KubeTypes.DEPLOYMENTS, FollowedCluster.key("default", name));
    }

    boolean isSuspended(String job) {
        return new Job(jobObject(job)).isSuspended();
    }

    boolean isComplete(String job) {
        return Conditions.isTrue(jobObject(job), "Complete");
    }

    boolean hasFailed(String job) {
        return Conditions.isTrue(jobObject(job), "Failed");
    }

    void awaitComplete(String... jobs) {
        for (String job : jobs) {
            await(job + " is complete", () -> isComplete(job));
        }
    }

    List<Pod> pods() {
        return kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .map(Pod::new)
                .toList();
    }

    List<Pod> runningPods() {
        return pods().stream().filter(pod -> pod.phase().equals(Pod.RUNNING)).toList();
    }

    List<Pod> podsOf(String job) {
        return pods().stream()
                .filter(pod -> pod.json().text("metadata", "labels", "job-name").equals(job))
                .toList();
    }

    long running(String job) {
        return podsOf(job).stream()
                .filter(pod -> pod.phase().equals(Pod.RUNNING))
                .count();
    }

    Pod podOf(String name) {
        return new Pod(kube().get(KubeTypes.PODS, FollowedCluster.key("default", name)));
    }

    boolean hasPod(String name) {
        return pods().stream()
                .anyMatch(pod -> pod.json().text("metadata", "name").equals(name));
    }

    void patch(ResourceType type, String name, String text) {
        kube().patch(
                        type,
                        FollowedCluster.key("default", name),
                        "",
                        Patch.merge(FollowedCluster.object(text)),
                        WriteOptions.PLAIN);
    }

    void delete(ResourceType type, String name) {
        DeleteOptions options = new DeleteOptions(OptionalLong.empty(), DeleteOptions.BACKGROUND, "", "", false);
        kube().delete(type, FollowedCluster.key("default", name), options);
    }

    /// Evicts a pod as `kubectl drain` does.
    void evict(String pod) {
        kube().act(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", pod),
                        "eviction",
                        FollowedCluster.object(("{'apiVersion':'policy/v1','kind':'Eviction',"
                                        + "'metadata':{'name':'%s','namespace':'default'}}")
                                .formatted(pod)),
                        WriteOptions.PLAIN);
    }

    /// Removes all gates of a pod, so that its scheduler may place it.
    void ungate(Pod pod) {
        JsonObject spec = JsonObject.of("schedulingGates", JsonArray.of(List.of()));
        kube().patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", pod.json().text("metadata", "name")),
                        "",
                        Patch.merge(JsonObject.of("spec", spec)),
                        WriteOptions.PLAIN);
    }
}
