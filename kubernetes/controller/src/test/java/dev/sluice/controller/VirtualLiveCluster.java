package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.cluster.VirtualCluster;
import dev.sluice.kube.cluster.controllers.scheduling.FirstFitScheduler;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeFleet;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A cluster in virtual time with controllers and simulated kubelets, and a scheduler that can crash and restart.
final class VirtualLiveCluster {
    static final long SECOND = FollowedCluster.SECOND;
    private static final long AUDIT_SECONDS = 120;

    private final Seeds seeds;
    private final VirtualCluster cluster;
    private final NodeFleet fleet;
    private final CountingStore store = new CountingStore();
    private final List<AuditReport> reports = new ArrayList<>();
    private final LiveSteps steps = new LiveSteps();
    private LiveScheduler scheduler;
    private DelayedCalls calls;
    private int term;

    /// The steps of the present scheduler: a crashed one takes none.
    private static final class LiveSteps implements Step {
        private List<Step> now = List.of();

        @Override
        public String name() {
            return "scheduler";
        }

        @Override
        public int work(long nowNanos) {
            int done = 0;
            for (Step step : now) {
                try {
                    done += step.work(nowNanos);
                } catch (CountingStore.Crash _) {
                    return done;
                }
            }
            return done;
        }
    }

    /// @param shape of each node, such as `cpu=4,memory=8Gi`
    VirtualLiveCluster(long seed, int nodes, String shape) {
        seeds = new Seeds(seed);
        cluster = new VirtualCluster(seeds.within("cluster"), 1_000_000 * SECOND);
        fleet = cluster.addNodes(FleetSettings.of(nodes, NodeShape.parse(shape), 0));
        cluster.context().drive(steps);
        start();
        pass(5);
    }

    /// Starts a scheduler on what the store has.
    void start() {
        term++;
        Seeds own = seeds.within("scheduler " + term);
        TimerQueue timers = (TimerQueue) cluster.context().timers();
        calls = new DelayedCalls(cluster::kube, timers, cluster::nowNanos, own.forActor("calls"));
        LiveScheduler.Options options = new LiveScheduler.Options(
                ClusterFollower.Options.DEFAULT,
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE),
                "low",
                new JobTranslation(Map.of()));
        scheduler = new LiveScheduler(
                cluster.kube(),
                options,
                store,
                term,
                _ -> calls,
                cluster::nowNanos,
                timers,
                timers,
                own,
                reports::add,
                ClusterFollower.Wakes.NONE);
        List<Step> now = new ArrayList<>(scheduler.informerSteps());
        now.addAll(scheduler.engineSteps());
        now.add(scheduler.auditor(timers, AUDIT_SECONDS * SECOND));
        steps.now = now;
    }

    /// Adds a scheduler for pods of the default scheduler.
    void addFirstFitScheduler() {
        new FirstFitScheduler(cluster.context());
    }

    /// Ends the scheduler at once, as kill -9 does.
    void crash() {
        calls.die();
        steps.now = List.of();
        scheduler.close();
    }

    /// Returns the store that all schedulers of this cluster use.
    CountingStore store() {
        return store;
    }

    Kube kube() {
        return cluster.kube();
    }

    NodeFleet fleet() {
        return fleet;
    }

    LiveScheduler scheduler() {
        return scheduler;
    }

    DelayedCalls calls() {
        return calls;
    }

    /// Does something once, at the moment at which the next Job is released.
    void onRelease(Runnable what) {
        calls.beforeRelease(what);
    }

    void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * SECOND);
    }

    /// Creates a Job as intake leaves it.
    ///
    /// @param spec further fields of its spec, each followed by a comma
    /// @param annotations of its pods
    void job(String name, int pods, String cpu, String spec, String annotations) {
        job(name, pods, cpu, spec, annotations, "");
    }

    /// @param own annotations of the Job itself
    void job(String name, int pods, String cpu, String spec, String annotations, String own) {
        create(name, "'parallelism':%d,'completions':%d,".formatted(pods, pods) + spec, cpu, annotations, own);
    }

    void create(String name, String spec, String cpu, String annotations) {
        create(name, spec, cpu, annotations, "");
    }

    private void create(String name, String spec, String cpu, String annotations, String own) {
        String text = ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                        + "'spec':{'suspend':true,'podReplacementPolicy':'Failed',%s"
                        + "'template':{'metadata':{'annotations':{%s}},'spec':{'schedulerName':'sluice',"
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                        + "'resources':{'requests':{'cpu':'%s'}}}]}}}}")
                .formatted(name, own, spec, annotations, cpu);
        kube().create(KubeTypes.JOBS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    JsonObject jobObject(String name) {
        return kube().get(KubeTypes.JOBS, FollowedCluster.key("default", name));
    }

    Job jobOf(String name) {
        return new Job(jobObject(name));
    }

    List<Pod> podsOf(String job) {
        return kube().list(KubeTypes.PODS, "default", ListOptions.ALL).items().stream()
                .filter(pod -> pod.text("metadata", "labels", "job-name").equals(job))
                .map(Pod::new)
                .toList();
    }

    boolean isComplete(String job) {
        return dev.sluice.kube.Conditions.isTrue(jobObject(job), "Complete");
    }

    /// Waits for two audits and returns the last report.
    AuditReport audit() {
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
        assertThat(report.nodes()).as("nodes compared").isPositive();
    }
}
