package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.call.FencedCalls;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceListener;
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
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.EndCause;
import dev.sluice.queue.JobState;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/// A cluster in virtual time with controllers and simulated kubelets, and a scheduler that can crash and restart.
final class VirtualLiveCluster implements SourceListener {
    static final long SECOND = FollowedCluster.SECOND;
    private static final long AUDIT_SECONDS = 120;
    private static final long LATE_SECONDS_MAX = 20;

    /// What intake writes into the specs of pods, on either path.
    static final String BOUND = "'schedulerName':'sluice',";

    static final String GATED = "'schedulerName':'default-scheduler','schedulingGates':[{'name':'sluice.dev/queued'}],";

    private final Planted planted;
    private final Seeds seeds;
    private final VirtualCluster cluster;
    private final NodeFleet fleet;
    private final CountingStore store = new CountingStore();
    private final List<AuditReport> reports = new ArrayList<>();
    private final Map<String, Integer> starts = new HashMap<>();
    private final LiveSteps steps = new LiveSteps();
    private LiveScheduler scheduler;
    private DelayedCalls calls;
    private final List<String> notices = new ArrayList<>();
    private final Map<String, Long> noticedJobs = new HashMap<>();
    private final List<String> failedCalls = new ArrayList<>();
    private final List<String> failingSources = new ArrayList<>();
    private int term;
    private long actsFromNanos;

    /// The steps of the present scheduler: a crashed one takes none.
    private final class LiveSteps implements Step {
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
                    boolean isEngine = step.name().equals("engine");
                    done += step.work(isEngine ? planted.time().applyAsLong(nowNanos) : nowNanos);
                } catch (CountingStore.Crash _) {
                    return done;
                }
            }
            return done;
        }
    }

    /// @param shape of each node, such as `cpu=4,memory=8Gi`
    VirtualLiveCluster(long seed, int nodes, String shape) {
        this(seed, nodes, shape, Planted.NOTHING);
    }

    /// What is wrong with the scheduler.
    ///
    /// @param kube changes what it sees of the server and does there
    /// @param engine changes how it decides
    /// @param time changes the time by which it decides
    record Planted(UnaryOperator<Kube> kube, UnaryOperator<EngineOptions> engine, LongUnaryOperator time) {
        static final Planted NOTHING =
                new Planted(UnaryOperator.identity(), UnaryOperator.identity(), LongUnaryOperator.identity());
    }

    VirtualLiveCluster(long seed, int nodes, String shape, Planted planted) {
        this(seed, nodes, shape, planted, UnaryOperator.identity());
    }

    /// @param controllers changes what controllers and nodes see of the server and do there
    VirtualLiveCluster(long seed, int nodes, String shape, Planted planted, UnaryOperator<Kube> controllers) {
        this(seed, FleetSettings.of(nodes, NodeShape.parse(shape), 0), planted, controllers);
    }

    VirtualLiveCluster(long seed, FleetSettings nodes) {
        this(seed, nodes, Planted.NOTHING, UnaryOperator.identity());
    }

    private VirtualLiveCluster(long seed, FleetSettings nodes, Planted planted, UnaryOperator<Kube> controllers) {
        this.planted = planted;
        seeds = new Seeds(seed);
        cluster = new VirtualCluster(seeds.within("cluster"), 1_000_000 * SECOND, false, controllers);
        fleet = cluster.addNodes(nodes, pod -> starts.merge(jobOrNameOf(pod), 1, Integer::sum));
        new FirstFitScheduler(cluster.context());
        cluster.context().drive(steps);
        start(Map.of());
        pass(5);
    }

    /// Starts a scheduler on what the store has.
    void start() {
        start(Map.of());
    }

    /// Starts a scheduler that gets some lists later than others.
    ///
    /// @param late the seconds until a source can be listed; others can be at once
    void start(Map<Source, Long> late) {
        term++;
        Seeds own = seeds.within("scheduler " + term);
        TimerQueue timers = (TimerQueue) cluster.context().timers();
        Kube seen = planted.kube().apply(cluster.kube());
        calls = new DelayedCalls(() -> seen, timers, cluster::nowNanos, own.forActor("calls"));
        Map<Source, Long> from = new EnumMap<>(Source.class);
        late.forEach((source, seconds) -> from.put(source, cluster.nowNanos() + seconds * SECOND));
        LiveScheduler.Options options = new LiveScheduler.Options(
                ClusterFollower.Options.DEFAULT,
                planted.engine()
                        .apply(EngineOptions.plain(new Easy(), CycleOptions.DEFAULT)
                                .in(WorldOptions.LIVE)),
                "low",
                new JobTranslation(Map.of()));
        scheduler = new LiveScheduler(
                late.isEmpty() ? seen : new LateLists(seen, cluster::nowNanos, from),
                options,
                store,
                term,
                _ -> new FencedCalls(calls, now -> now >= actsFromNanos, timers, cluster::nowNanos),
                cluster::nowNanos,
                InformerCranks.one(timers),
                timers,
                own,
                new LiveScheduler.Listeners(
                        reports::add,
                        DecisionListener.NONE,
                        (object, job, _, reason, message) -> {
                            notices.add(object.key() + " " + reason + ": " + message);
                            noticedJobs.put(object.key().name(), job);
                        },
                        (call, answer) -> failedCalls.add(call.what() + ": " + answer.problem()),
                        this),
                ClusterFollower.Wakes.NONE);
        List<Step> now = new ArrayList<>(scheduler.informerSteps().values());
        now.addAll(scheduler.engineSteps());
        now.add(scheduler.auditor(timers, AUDIT_SECONDS * SECOND));
        steps.now = now;
    }

    /// Starts a scheduler to which the sources are listed in any order, up to some seconds apart.
    void startInAnyOrder(RandomGenerator random) {
        Map<Source, Long> late = new EnumMap<>(Source.class);
        for (Source source : Source.values()) {
            late.put(source, random.nextLong(LATE_SECONDS_MAX));
        }
        start(late);
    }

    /// Starts no effect for a time, as a scheduler that is not certain to be the only one.
    void fence(long seconds) {
        actsFromNanos = cluster.nowNanos() + seconds * SECOND;
    }

    private static String jobOrNameOf(JsonObject pod) {
        String job = pod.text("metadata", "labels", "job-name");
        return job.isEmpty() ? pod.text("metadata", "name") : job;
    }

    /// Returns how many pods of a Job the nodes have started, or how often a pod of this name.
    int startsOf(String name) {
        return starts.getOrDefault(name, 0);
    }

    /// Ends the scheduler at once, as kill -9 does.
    void crash() {
        calls.die();
        steps.now = List.of();
        scheduler.close();
    }

    @Override
    public void fails(Source source, String why) {
        failingSources.add(source + ": " + why);
    }

    @Override
    public void worksAgain(Source source) {
        failingSources.add(source + " works again");
    }

    /// Returns what operators were told of objects.
    /// Returns the number of the job with which operators were last told of an object.
    long noticedJob(String name) {
        return noticedJobs.getOrDefault(name, -1L);
    }

    List<String> notices() {
        return notices;
    }

    /// Returns the calls that failed, with the reasons.
    List<String> failedCalls() {
        return failedCalls;
    }

    /// Returns the sources that could not be followed, and those that could be again.
    List<String> failingSources() {
        return failingSources;
    }

    /// Returns the store that all schedulers of this cluster use.
    CountingStore store() {
        return store;
    }

    /// Returns the records of a kind, in their order.
    <T extends QueueRecord> List<T> records(Class<T> kind) {
        return store.read(0).stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /// Returns how jobs have ended, as the records say, in the order of their ends.
    List<JobState> ends() {
        return records(QueueRecord.Ended.class).stream()
                .map(QueueRecord.Ended::how)
                .toList();
    }

    /// Returns why jobs have ended, where it is known.
    List<EndCause> causes() {
        return records(QueueRecord.Ended.class).stream()
                .map(QueueRecord.Ended::cause)
                .flatMap(Optional::stream)
                .toList();
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
        calls.before("release", what);
    }

    long nowNanos() {
        return cluster.nowNanos();
    }

    void pass(long seconds) {
        cluster.advanceTo(cluster.nowNanos() + seconds * SECOND);
    }

    /// Takes a part of a node, as another scheduler's pod does.
    void foreignPod(String name, String node, String cpu) {
        String text = ("{'metadata':{'name':'%s'},'spec':{'nodeName':'%s','containers':[{'name':'c','image':'i',"
                        + "'resources':{'requests':{'cpu':'%s'}}}]}}")
                .formatted(name, node, cpu);
        kube().create(KubeTypes.PODS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
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
        create(name, spec, cpu, annotations, own, BOUND);
    }

    /// Creates a Job of the path on which the default scheduler binds its pods.
    void gatedJob(String name, int pods, String cpu, String spec, String annotations) {
        createGated(name, "'parallelism':%d,'completions':%d,".formatted(pods, pods) + spec, cpu, annotations);
    }

    void createGated(String name, String spec, String cpu, String annotations) {
        create(name, spec, cpu, annotations, "", GATED);
    }

    /// @param path fields of its pods' spec
    private void create(String name, String spec, String cpu, String annotations, String own, String path) {
        String text = ("{'metadata':{'name':'%s','labels':{'sluice.dev/queue':'default'},'annotations':{%s}},"
                        + "'spec':{'suspend':true,'podReplacementPolicy':'Failed',%s"
                        + "'template':{'metadata':{'annotations':{%s}},'spec':{%s"
                        + "'restartPolicy':'Never','containers':[{'name':'c','image':'i',"
                        + "'resources':{'requests':{'cpu':'%s'}}}]}}}}")
                .formatted(name, own, spec, annotations, path, cpu);
        kube().create(KubeTypes.JOBS, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    /// Creates an object as its user writes it, in the namespace `default`.
    void create(ResourceType type, String text) {
        kube().create(type, "default", FollowedCluster.object(text), WriteOptions.PLAIN);
    }

    void patch(ResourceType type, String name, String patch) {
        String namespace = type.namespaced() ? "default" : "";
        kube().patch(
                        type,
                        FollowedCluster.key(namespace, name),
                        "",
                        Patch.merge(FollowedCluster.object(patch)),
                        WriteOptions.PLAIN);
    }

    /// Changes the status of a pod, as its kubelet does.
    void patchStatus(String pod, String patch) {
        kube().patch(
                        KubeTypes.PODS,
                        FollowedCluster.key("default", pod),
                        "status",
                        Patch.merge(FollowedCluster.object(patch)),
                        WriteOptions.PLAIN);
    }

    /// Returns the Events of an object, as `Reason: message`.
    List<String> events(String name) {
        return kube().list(KubeTypes.EVENTS, "default", ListOptions.ALL).items().stream()
                .filter(event -> event.text("involvedObject", "name").equals(name))
                .map(event -> event.text("reason") + ": " + event.text("message"))
                .toList();
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

    /// Returns the reports of all audits so far.
    List<AuditReport> reports() {
        return reports;
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
