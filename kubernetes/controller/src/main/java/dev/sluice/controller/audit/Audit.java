package dev.sluice.controller.audit;

import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.informer.Informer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import dev.sluice.scheduling.Engine;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Audits the engine's machine at intervals.
///
/// ```
///   auditor's crank                          engine's crank
///   due ──────────── BEGIN ────────────────▶ once all is listed: notes which objects go from now on
///   lists nodes and pods ◀────────────────── NOTING
///        ──────────── LISTED ──────────────▶ waits until the informers have passed the lists' versions, and all their
///   compares, reports, ◀─────── COPIED ───── events are handled; then copies what it knows
///   sets its timer
/// ```
///
/// Listing blocks and comparing takes long, so they have a crank of their own in production. In virtual time both steps
/// are on one crank. A quiet watch passes a list's version with its next bookmark, which servers send about once a
/// minute.
public final class Audit {
    private final Kube kube;
    private final Engine engine;
    private final ClusterSync sync;
    private final LongPredicate expectsPods;
    private final Consumer<AuditReport> listener;
    private final Wakes wakes;
    private final AtomicReference<State> state = new AtomicReference<>(new State.Resting());

    private sealed interface State {
        record Resting() implements State {}

        record Begin() implements State {}

        record Noting() implements State {}

        record Listed(ClusterListing listing) implements State {}

        /// @param notes what has changed since the lists were begun
        record Copied(ClusterListing listing, EngineCopy engine, ClusterSync.Notes notes) implements State {}
    }

    /// Make the two cranks turn; any thread may call them.
    public record Wakes(Runnable auditor, Runnable engine) {
        /// Of a single crank in virtual time, which turns as long as a step has work.
        public static final Wakes NONE = new Wakes(() -> {}, () -> {});
    }

    /// @param expectsPods whether pods of a job are still to come, so that it holds shares without pods
    /// @param listener gets each report, on the auditor's thread
    public Audit(
            Kube kube,
            Engine engine,
            ClusterSync sync,
            LongPredicate expectsPods,
            Consumer<AuditReport> listener,
            Wakes wakes) {
        this.kube = kube;
        this.engine = engine;
        this.sync = sync;
        this.expectsPods = expectsPods;
        this.listener = listener;
        this.wakes = wakes;
    }

    /// Returns the step of the auditor's crank.
    ///
    /// @param everyNanos the time between the end of an audit and the next one
    public Auditor auditor(Timers timers, long everyNanos) {
        return new Auditor(timers, everyNanos);
    }

    /// Returns what the audit is doing. Any thread may ask.
    public AuditStage stage() {
        return switch (state.get()) {
            case State.Resting _ -> AuditStage.of(AuditStage.Doing.RESTING);
            case State.Begin _ -> AuditStage.of(AuditStage.Doing.SYNCING);
            case State.Noting _ -> AuditStage.of(AuditStage.Doing.LISTING);
            case State.Listed(ClusterListing listing) ->
                new AuditStage(AuditStage.Doing.WAITING, listing.nodesVersion(), listing.podsVersion());
            case State.Copied _ -> AuditStage.of(AuditStage.Doing.COMPARING);
        };
    }

    /// Returns the step of the engine's crank. It comes after the engine's.
    public Step engineSide() {
        return new EngineSide();
    }

    /// Starts audits, lists the cluster and hands out reports.
    public final class Auditor implements Step {
        /// Lists that fail are repeated after this time: long enough for an API server to restart.
        private static final long RETRY_NANOS = 5_000_000_000L;

        private final Timers timers;
        private final long everyNanos;
        private boolean isDue = true;
        private boolean isWaiting;
        private volatile @Nullable AuditReport last;
        private final AtomicLong failures = new AtomicLong();

        /// Why the last list failed; empty if it did not.
        private volatile String failure = "";

        /// When the last audit compared; before the first, when this began. Negative before that.
        private volatile long comparedNanos = -1;

        private Auditor(Timers timers, long everyNanos) {
            this.timers = timers;
            this.everyNanos = everyNanos;
        }

        /// Returns the last report; null before the first audit has ended. Any thread may ask.
        public @Nullable AuditReport last() {
            return last;
        }

        /// Returns how many lists have failed. Any thread may ask.
        public long failures() {
            return failures.get();
        }

        /// Returns why the cluster cannot be listed now; empty if it can. Any thread may ask.
        public String failure() {
            return failure;
        }

        /// Returns how long ago the last audit compared; before the first, how long it has been due. Any thread may
        /// ask.
        public long ageNanos(long nowNanos) {
            long since = comparedNanos;
            return since < 0 ? 0 : Math.max(0, nowNanos - since);
        }

        @Override
        public String name() {
            return "audit";
        }

        @Override
        public int work(long nowNanos) {
            if (comparedNanos < 0) {
                comparedNanos = nowNanos;
            }
            if (isWaiting) {
                return 0;
            }
            return switch (state.get()) {
                case State.Resting _ when isDue -> begin();
                case State.Noting _ -> list(nowNanos);
                case State.Copied copied -> finish(compare(copied), nowNanos);
                default -> 0;
            };
        }

        private int begin() {
            isDue = false;
            state.set(new State.Begin());
            wakes.engine().run();
            return 1;
        }

        private int list(long nowNanos) {
            try {
                state.set(new State.Listed(ClusterListing.of(kube)));
                failure = "";
                wakes.engine().run();
            } catch (ApiException | UncheckedIOException e) {
                failures.incrementAndGet();
                failure = String.valueOf(e.getMessage());
                isWaiting = true;
                timers.schedule(nowNanos + RETRY_NANOS, (_, _) -> isWaiting = false, 0);
            }
            return 1;
        }

        /// Asks the server. If it cannot tell, the next audit will compare the object.
        private boolean hasStill(ResourceType type, ObjectKey key, String uid, long version) {
            try {
                JsonObject now = kube.get(type, key);
                return KubeObjects.uid(now).equals(uid)
                        && Informer.versionNumber(KubeObjects.resourceVersion(now)) == version;
            } catch (ApiException | UncheckedIOException _) {
                return false;
            }
        }

        private AuditReport compare(State.Copied copied) {
            EngineCopy engineCopy = copied.engine();
            return new Comparison(
                            copied.listing(),
                            engineCopy.picture(),
                            engineCopy.reported(),
                            copied.notes(),
                            engineCopy.expectingPods()::contains,
                            this::hasStill)
                    .report(engineCopy.atNanos());
        }

        private int finish(AuditReport report, long nowNanos) {
            last = report;
            comparedNanos = report.atNanos();
            listener.accept(report);
            state.set(new State.Resting());
            timers.schedule(nowNanos + everyNanos, (_, _) -> isDue = true, 0);
            return 1;
        }
    }

    /// Takes notes, and copies what is compared when the engine is as new as the lists.
    private final class EngineSide implements Step {
        @Override
        public String name() {
            return "audit of the engine";
        }

        @Override
        public int work(long nowNanos) {
            switch (state.get()) {
                // An object that is gone before the informers' first list would never be noted as gone.
                case State.Begin _
                when hasPassed(1, 1) -> {
                    sync.beginNotes();
                    state.set(new State.Noting());
                }
                case State.Listed listed
                when hasPassed(listed.listing().nodesVersion(), listed.listing().podsVersion()) -> {
                    EngineCopy copy = EngineCopy.of(engine, sync, expectsPods, nowNanos);
                    state.set(new State.Copied(listed.listing(), copy, sync.endNotes()));
                }
                default -> {
                    return 0;
                }
            }
            wakes.auditor().run();
            return 1;
        }

        private boolean hasPassed(long nodesVersion, long podsVersion) {
            return sync.isSettled()
                    && sync.version(Source.NODES) >= nodesVersion
                    && sync.version(Source.FOREIGN_PODS) >= podsVersion
                    && sync.version(Source.OWN_PODS) >= podsVersion;
        }
    }
}
