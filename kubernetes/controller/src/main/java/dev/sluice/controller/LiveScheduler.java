package dev.sluice.controller;

import dev.sluice.controller.ClusterFollower.Wakes;
import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.call.CallListener;
import dev.sluice.controller.call.Calls;
import dev.sluice.controller.call.FencedCalls;
import dev.sluice.controller.call.ObservedCalls;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.controller.sync.SourceListener;
import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.workload.NoticeListener;
import dev.sluice.controller.workload.Refused;
import dev.sluice.controller.workload.Workloads;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.drive.EngineDriver;
import dev.sluice.scheduling.drive.SnapshotStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The scheduler of a live cluster: an engine that follows the cluster, holds its queue in a store, and carries out
/// what it decides. The parts, to be driven by cranks, as of [ClusterFollower].
///
/// ```
///   informers ──▶ inbox ──▶ sync ──▶ events ──▶ engine ──▶ records ──▶ store
///                   ▲        │                     │                     │ durable
///                   │        ▼                     ▼                     ▼
///                answers   workloads ◀──────── decisions ◀──────── driver
///                   ▲        │
///                   └─ calls ◀
/// ```
///
/// Nothing is written to the cluster until everything in it has been listed. Nothing is decided while nodes or
/// pods have not been seen for long.
public final class LiveScheduler implements AutoCloseable {
    private final Engine engine;
    private final Workloads workloads;
    private final ClusterFollower follower;
    private final SnapshotStep snapshots;

    /// Told of what happens.
    ///
    /// @param audits gets each audit's report, on the auditor's thread
    /// @param decisions is told of decisions on the engine's thread
    /// @param notices is told of what happens to objects, on the engine's thread
    /// @param calls is told of calls that fail, on the engine's thread
    /// @param sources is told of what cannot be followed, on the thread of that source's informer
    public record Listeners(
            Consumer<AuditReport> audits,
            DecisionListener decisions,
            NoticeListener notices,
            CallListener calls,
            SourceListener sources) {

        public Listeners(Consumer<AuditReport> audits, DecisionListener decisions) {
            this(audits, decisions, NoticeListener.NONE, CallListener.NONE, SourceListener.NONE);
        }
    }

    /// What an operator chooses.
    ///
    /// @param engine in the live world
    /// @param matchPolicy which of several free nodes are chosen
    /// @param intake what is managed
    /// @param startNanos how long an attempt may take until a container starts
    public record Options(
            ClusterFollower.Options follower,
            EngineOptions engine,
            String matchPolicy,
            JobTranslation translation,
            IntakeOptions intake,
            long startNanos) {

        /// Large images take minutes to pull; an attempt that takes longer has most likely failed.
        public static final long START_NANOS = 300 * Clock.NANOS_PER_SECOND;

        public Options(
                ClusterFollower.Options follower,
                EngineOptions engine,
                String matchPolicy,
                JobTranslation translation) {
            this(follower, engine, matchPolicy, translation, IntakeOptions.DEFAULT, START_NANOS);
        }
    }

    /// @param store has the queue of the scheduler before this one
    /// @param term higher than that of any scheduler before it
    /// @param calls makes the calls; their answers go through the inbox
    /// @param cranks drive the informers
    /// @param engineTimers of the engine's crank
    public LiveScheduler(
            Kube kube,
            Options options,
            QueueStore store,
            long term,
            Function<DeltaInbox, Calls> calls,
            Clock clock,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Listeners listeners,
            Wakes wakes) {
        ResourceGraph graph = NodeGraph.empty();
        this.engine = new Engine(
                options.engine(),
                new ResourceModel(
                        graph, MatchPolicy.named(options.matchPolicy()).orElseThrow()),
                true);
        DeltaInbox inbox = new DeltaInbox(wakes.engine());
        this.workloads = new Workloads(
                engine,
                options.translation(),
                options.intake(),
                options.startNanos(),
                new FencedCalls(
                        new ObservedCalls(calls.apply(inbox), listeners.calls()),
                        _ -> this.follower().sync().isWhole(),
                        engineTimers,
                        clock),
                engineTimers,
                clock,
                listeners.notices(),
                new Workloads.Picture() {
                    @Override
                    public @Nullable String pathOf(String node) {
                        return follower().sync().nodePath(node);
                    }

                    @Override
                    public void podTaken(JsonObject pod) {
                        follower().sync().podTaken(pod);
                    }

                    @Override
                    public @Nullable SortedMap<String, Long> heldFor(String pod) {
                        return follower().sync().heldFor(pod);
                    }
                });
        EngineDriver driver = EngineDriver.restarted(
                engine, store, term, new ObservedEffects(engine, workloads, listeners.decisions()));
        this.snapshots = new SnapshotStep(driver, SnapshotStep.RECORDS_BETWEEN);
        workloads.restore();
        this.follower = new ClusterFollower(
                kube,
                options.follower().withJobs(),
                driver,
                inbox,
                workloads,
                cranks,
                engineTimers,
                seeds,
                listeners.audits(),
                listeners.sources(),
                wakes);
    }

    /// Returns the follower, which has views of the cluster and the audit's stage.
    public ClusterFollower follower() {
        return follower;
    }

    public Map<Source, Step> informerSteps() {
        return follower.informerSteps();
    }

    public List<Step> engineSteps() {
        List<Step> steps = new ArrayList<>(follower.engineSteps());
        steps.add(snapshots);
        return steps;
    }

    public Audit.Auditor auditor(Timers timers, long everyNanos) {
        return follower.auditor(timers, everyNanos);
    }

    /// Returns how many decided places were lost, by the scheduler that took them. Any thread may ask.
    public Map<String, Long> lostRaces() {
        return workloads.lostRaces();
    }

    /// Returns how many nodes are in quarantine. Any thread may ask.
    public int quarantined() {
        return workloads.quarantined();
    }

    /// Returns the objects of a name that cannot run as they are. Any thread may ask.
    public List<Refused> refused(ObjectKey key) {
        return workloads.refused(key);
    }

    /// Returns what this process does not see of the cluster; it starts nothing before it has listed everything. Any
    /// thread may ask.
    public SourceGaps gaps() {
        return follower.gaps();
    }

    /// Returns the engine; belongs to the engine's crank.
    public Engine engine() {
        return engine;
    }

    @Override
    public void close() {
        follower.close();
    }
}
