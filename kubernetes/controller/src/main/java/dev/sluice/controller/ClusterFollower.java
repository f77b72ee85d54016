package dev.sluice.controller;

import dev.sluice.controller.audit.Audit;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.AuditStage;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.sync.ClusterInformers;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.DeltaInbox;
import dev.sluice.controller.sync.InformerCranks;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.controller.sync.SourceListener;
import dev.sluice.controller.topology.NodeGraph;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.drive.EngineDriver;
import dev.sluice.scheduling.drive.EngineLoop;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// An engine that follows a cluster read-only, with its audit: the parts, to be driven by cranks.
///
/// - [#informerSteps]: read the API server and block on it, each for itself;
/// - [#engineSteps]: own the engine and its graph;
/// - [#auditor]: lists the cluster at intervals and blocks on it.
///
/// In production each has a thread, and each informer one; in virtual time all are on one crank.
public final class ClusterFollower implements AutoCloseable {
    /// The match policy is of no consequence as long as no job is placed.
    private static final String POLICY = "low";

    private final Engine engine;
    private final DeltaInbox inbox;
    private final ClusterSync sync;
    private final ClusterInformers informers;
    private final EngineLoop loop;
    private final Audit audit;

    /// How the cranks of engine and auditor are woken; any thread may call these.
    public record Wakes(Runnable engine, Runnable auditor) {
        /// Of a single crank in virtual time.
        public static final Wakes NONE = new Wakes(() -> {}, () -> {});
    }

    /// What the follower reads of a cluster.
    ///
    /// @param scheduler the name under which our own pods are scheduled
    /// @param followsJobs whether Jobs are followed too
    public record Options(TopologyOptions topology, String scheduler, boolean followsJobs) {
        public static final Options DEFAULT = new Options(TopologyOptions.DEFAULT, SluiceNames.SCHEDULER, false);

        public Options(TopologyOptions topology, String scheduler) {
            this(topology, scheduler, false);
        }

        /// The same, with Jobs.
        public Options withJobs() {
            return new Options(topology, scheduler, true);
        }
    }

    /// Follows a cluster without scheduling anything.
    ///
    /// @param cranks drive the informers
    /// @param engineTimers of the engine's crank
    /// @param listener gets each audit's report, on the auditor's thread
    public ClusterFollower(
            Kube kube,
            Options options,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Consumer<AuditReport> listener,
            Wakes wakes) {
        this(kube, options, OwnWork.NONE, cranks, engineTimers, seeds, listener, wakes);
    }

    ClusterFollower(
            Kube kube,
            Options options,
            OwnWork work,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Consumer<AuditReport> listener,
            Wakes wakes) {
        this(kube, options, work, UnaryOperator.identity(), cranks, engineTimers, seeds, listener, wakes);
    }

    /// @param changed what becomes of the sync's events before the engine gets them; tests plant mistakes here
    ClusterFollower(
            Kube kube,
            Options options,
            OwnWork work,
            UnaryOperator<Supplier<Optional<Event>>> changed,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Consumer<AuditReport> listener,
            Wakes wakes) {
        this(
                kube,
                options,
                EngineDriver.withoutStore(
                        new Engine(
                                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT)
                                        .in(WorldOptions.LIVE),
                                new ResourceModel(
                                        NodeGraph.empty(),
                                        MatchPolicy.named(POLICY).orElseThrow()),
                                false),
                        _ -> {}),
                new DeltaInbox(wakes.engine()),
                work,
                changed,
                cranks,
                engineTimers,
                seeds,
                listener,
                SourceListener.NONE,
                wakes);
    }

    /// @param work that is scheduled; its calls are answered through the inbox
    /// @param sources is told of what cannot be followed, on the thread of that source's informer
    ClusterFollower(
            Kube kube,
            Options options,
            EngineDriver driver,
            DeltaInbox inbox,
            OwnWork work,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Consumer<AuditReport> listener,
            SourceListener sources,
            Wakes wakes) {
        this(
                kube,
                options,
                driver,
                inbox,
                work,
                UnaryOperator.identity(),
                cranks,
                engineTimers,
                seeds,
                listener,
                sources,
                wakes);
    }

    private ClusterFollower(
            Kube kube,
            Options options,
            EngineDriver driver,
            DeltaInbox inbox,
            OwnWork work,
            UnaryOperator<Supplier<Optional<Event>>> changed,
            InformerCranks cranks,
            TimerQueue engineTimers,
            Seeds seeds,
            Consumer<AuditReport> listener,
            SourceListener sources,
            Wakes wakes) {
        this.engine = driver.engine();
        this.inbox = inbox;
        this.sync = new ClusterSync(
                inbox,
                options.topology(),
                work,
                options.followsJobs() ? EnumSet.allOf(Source.class) : EnumSet.noneOf(Source.class));
        this.informers =
                new ClusterInformers(kube, options.scheduler(), options.followsJobs(), inbox, cranks, seeds, sources);
        this.loop = new EngineLoop(driver, engineTimers, changed.apply(sync), sync::mayDecide);
        this.audit = new Audit(
                kube, engine, sync, work::expectsPods, listener, new Audit.Wakes(wakes.auditor(), wakes.engine()));
    }

    public Map<Source, Step> informerSteps() {
        return informers.steps();
    }

    public List<Step> engineSteps() {
        return List.of(loop, audit.engineSide());
    }

    public Audit.Auditor auditor(Timers timers, long everyNanos) {
        return audit.auditor(timers, everyNanos);
    }

    /// Returns what the audit is doing. Any thread may ask.
    public AuditStage auditStage() {
        return audit.stage();
    }

    /// Returns the engine; belongs to the engine's crank.
    public Engine engine() {
        return engine;
    }

    /// Returns the sync; belongs to the engine's crank.
    public ClusterSync sync() {
        return sync;
    }

    /// Hands an event of another origin to the engine. Any thread may call this.
    public void tell(Event event) {
        inbox.tell(event);
    }

    /// Returns how many changes of objects have arrived. Any thread may ask.
    public long received() {
        return inbox.received();
    }

    /// Returns what this process does not see of the cluster. Any thread may ask.
    public SourceGaps gaps() {
        return informers.gaps(sync.isWhole());
    }

    /// Returns how often the informers had to list again. Any thread may ask; the number may be a little old.
    public long relists() {
        return informers.relists();
    }

    @Override
    public void close() {
        informers.close();
    }
}
