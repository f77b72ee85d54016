package dev.sluice.server;

import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.view.QueueView;
import dev.sluice.kube.port.Kube;
import dev.sluice.queue.postgres.History;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.connect.Schema;
import dev.sluice.queue.postgres.lock.WriterLock;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.server.config.SchedulerSettings;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// Runs a scheduler whenever this process holds the writer's lock of the database.
///
/// ```
///   database unreachable ──▶ waits for the lock ──▶ schema up to date ──▶ schedules
///            ▲                       ▲                                        │
///            └─ tries each second ───┴────────────── lock lost ◀──────────────┘
/// ```
///
/// Only the holder of the lock changes the schema: an earlier version of this program may hold it and write.
///
/// With the lock comes a new term, and a scheduler starts from what the database has. Without it, that scheduler
/// follows the cluster further and answers readers, but starts no effect any more. It ends when this process holds
/// the lock again, when another one does, or when it cannot keep its records.
public final class SchedulerHost implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(SchedulerHost.class.getName());
    private static final long RETRY_NANOS = Clock.NANOS_PER_SECOND;

    /// A server that is asked to stop has 5 s.
    private static final Duration ENDING_MAX = Duration.ofSeconds(2);

    private final Kube kube;
    private final Settings settings;
    private final SchedulerProcess.Surroundings surroundings;
    private final LiveScheduler.Listeners listeners;
    private final Connections connections;
    private final WriterLock lock;
    private final TimerQueue timers = new TimerQueue();
    private final ThreadCrank crank;
    private final CountDownLatch scheduling = new CountDownLatch(1);
    private volatile @Nullable SchedulerTerm current;

    /// The threads that end schedulers, which may wait for the database.
    private final List<Thread> endings = new CopyOnWriteArrayList<>();

    /// When a scheduler that has just taken the lock may act.
    private volatile long effectsFromNanos;

    /// Why this process does not act; empty if it does.
    private volatile Optional<Trouble> waitsFor = Optional.of(new Trouble(Trouble.Kind.DATABASE, "the database"));

    /// What an operator chooses.
    ///
    /// @param name of this process, for a process that waits for it
    /// @param isAlone whether no other process can use the database, so that nothing is waited for
    public record Settings(
            Database database, StoreOptions store, String name, boolean isAlone, SchedulerSettings scheduler) {}

    private SchedulerHost(
            Kube kube,
            Settings settings,
            SchedulerProcess.Surroundings surroundings,
            LiveScheduler.Listeners listeners) {
        this.kube = kube;
        this.settings = settings;
        this.surroundings = surroundings;
        this.listeners = listeners;
        this.connections = new Connections(settings.database(), settings.name());
        Duty duty = new Duty();
        this.lock = new WriterLock(
                settings.database(),
                settings.name(),
                surroundings.clock(),
                timers,
                duty,
                settings.isAlone() ? 0 : WriterLock.FIRST_EFFECT_NANOS);
        this.crank = new ThreadCrank("database", surroundings.clock(), timers, List.of(duty), surroundings.faults());
    }

    public static SchedulerHost start(
            Kube kube,
            Settings settings,
            SchedulerProcess.Surroundings surroundings,
            LiveScheduler.Listeners listeners) {
        SchedulerHost host = new SchedulerHost(kube, settings, surroundings, listeners);
        host.crank.start();
        return host;
    }

    /// Takes the lock, and starts and ends schedulers, all on its own thread.
    private final class Duty implements Step, WriterLock.Listener {
        private boolean isPausing;
        private long term;
        private long currentTerm;
        private volatile boolean isBroken;

        /// Whether the present scheduler may not act any more, even if this process holds the lock again.
        private volatile AtomicBoolean isFenced = new AtomicBoolean();

        @Override
        public String name() {
            return "database";
        }

        @Override
        public int work(long nowNanos) {
            if (isPausing) {
                return 0;
            }
            int done = lock.work(nowNanos);
            SchedulerTerm running = current;
            if (running != null && isBroken) {
                endCurrent();
                done++;
            }
            if (term != 0 && (currentTerm != term || (current == null && !isEnding()))) {
                open(nowNanos);
                done++;
            }
            return done;
        }

        /// Whether a scheduler has not ended yet. Its writer might still write in the same term.
        private boolean isEnding() {
            return endings.stream().anyMatch(Thread::isAlive);
        }

        /// Starts a scheduler. One that has followed the cluster meanwhile goes on until then, although there are
        /// two engines while the new one is loaded. If that fails, since the database is gone again, the other
        /// still follows what runs and answers readers.
        private void open(long nowNanos) {
            SchedulerTerm before = current;
            isBroken = false;
            AtomicBoolean isOver = new AtomicBoolean();
            isFenced = isOver;
            Faults faults = (where, fault) -> broke(isOver, where, fault);
            try {
                current = SchedulerTerm.start(
                        kube,
                        settings.scheduler(),
                        connections,
                        settings.store(),
                        term,
                        now -> !isOver.get() && lock.mayAct(now),
                        new SchedulerProcess.Surroundings(surroundings.clock(), surroundings.seeds(), faults),
                        listeners);
                currentTerm = term;
                waitsFor = Optional.empty();
                if (before != null) {
                    end(before);
                }
                scheduling.countDown();
                LOGGER.log(Level.INFO, "schedules, term={0}", String.valueOf(term));
            } catch (StoreException e) {
                waits(false, String.valueOf(e.getMessage()));
                pause(nowNanos);
            }
        }

        /// A store that refuses ends the scheduler, which starts again from what the store has. Anything else is a
        /// fault of the process.
        private void broke(AtomicBoolean isOver, String where, Throwable fault) {
            if (fault instanceof StoreException && !isFenced.equals(isOver)) {
                LOGGER.log(Level.DEBUG, "a scheduler that is being ended: {0}", fault.getMessage());
            } else if (fault instanceof StoreException) {
                LOGGER.log(Level.WARNING, "the scheduler starts anew: {0}", fault.getMessage());
                isBroken = true;
                crank.wake();
            } else {
                surroundings.faults().raise(where, fault);
            }
        }

        private void pause(long nowNanos) {
            isPausing = true;
            timers.schedule(nowNanos + RETRY_NANOS, (_, _) -> isPausing = false, 0);
        }

        /// Ends a scheduler on a thread of its own: its writer may wait for the database, and the lock must not.
        private void end(SchedulerTerm running) {
            endings.removeIf(thread -> !thread.isAlive());
            endings.add(Thread.ofVirtual().name("end of a scheduler").start(running::close));
        }

        @Override
        public void waits(boolean isTaken, String why) {
            Trouble trouble = new Trouble(isTaken ? Trouble.Kind.LOCK : Trouble.Kind.DATABASE, why);
            if (!waitsFor.equals(Optional.of(trouble))) {
                waitsFor = Optional.of(trouble);
                LOGGER.log(Level.WARNING, "waits: {0}", why);
            }
        }

        @Override
        public void prepares() {
            Schema.migrate(connections);
        }

        @Override
        public void holds(long newTerm, long effectsFromNanos) {
            SchedulerHost.this.effectsFromNanos = effectsFromNanos;
            term = newTerm;
        }

        @Override
        public void taken() {
            endCurrent();
        }

        private void endCurrent() {
            SchedulerTerm running = current;
            if (running != null) {
                isFenced.set(true);
                current = null;
                end(running);
            }
        }

        @Override
        public void lost(String why) {
            term = 0;
            isFenced.set(true);
            waits(false, why);
        }
    }

    /// Returns why nothing is scheduled, or nothing new started; empty if all is well. Any thread may ask.
    public Optional<String> trouble() {
        return notReady().map(Trouble::why);
    }

    /// Returns the same with its kind. Any thread may ask.
    public Optional<Trouble> notReady() {
        SchedulerTerm running = current;
        Optional<Trouble> waiting = waitsFor;
        if (waiting.isPresent()) {
            String prefix = running == null ? "waits: " : "follows the cluster, and starts nothing: ";
            return waiting.map(it -> new Trouble(it.kind(), prefix + it.why()));
        }
        return running == null
                ? Optional.of(new Trouble(Trouble.Kind.DATABASE, "starts anew from the database"))
                : Trouble.of(running.health(), running.scheduler().gaps()).or(this::notActing);
    }

    private Optional<Trouble> notActing() {
        long now = surroundings.clock().nowNanos();
        long wait = effectsFromNanos - now;
        if (wait > 0) {
            String why = "has just taken the writer's lock, and starts nothing for %d s"
                    .formatted(Math.ceilDiv(wait, Clock.NANOS_PER_SECOND));
            return Optional.of(new Trouble(Trouble.Kind.LOCK, why));
        }
        return lock.mayAct(now)
                ? Optional.empty()
                : Optional.of(new Trouble(
                        Trouble.Kind.DATABASE, "the database is slow to confirm that this process has the lock"));
    }

    /// Returns why this process must be restarted; empty if it lives. Any thread may ask.
    public Optional<String> fault() {
        return scheduler().filter(SchedulerProcess::isStuck).map(_ -> EnginePulse.STUCK);
    }

    /// Returns whether this process is certain to be the only one that schedules. Any thread may ask.
    public boolean mayAct() {
        return lock.mayAct(surroundings.clock().nowNanos());
    }

    /// Returns how many records wait for the database. Any thread may ask.
    public int unwritten() {
        SchedulerTerm running = current;
        return running == null ? 0 : running.unwritten();
    }

    /// Returns how many times the database has not taken a snapshot of the queue since the scheduler has begun. Any
    /// thread may ask.
    public long snapshotFailures() {
        SchedulerTerm running = current;
        return running == null ? 0 : running.snapshotFailures();
    }

    /// Asks for the queue; empty if nothing is scheduled now. Without the database it is as the scheduler believes it
    /// to be. Any thread may ask.
    public Optional<CompletableFuture<QueueView>> queue() {
        return scheduler().map(SchedulerProcess::queue);
    }

    /// Returns the scheduler that runs now. Any thread may ask.
    public Optional<SchedulerProcess> scheduler() {
        SchedulerTerm running = current;
        return running == null ? Optional.empty() : Optional.of(running.scheduler());
    }

    /// Returns a reader of jobs and decisions. Any thread may use it; it waits for the database.
    public History history() {
        return new History(connections);
    }

    /// Waits until something is scheduled for the first time.
    ///
    /// @return false after a timeout
    public boolean awaitScheduling(long seconds) throws InterruptedException {
        return scheduling.await(seconds, TimeUnit.SECONDS);
    }

    private void awaitEndings() {
        try {
            for (Thread ending : endings) {
                ending.join(ENDING_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        crank.close();
        SchedulerTerm running = current;
        if (running != null) {
            running.close();
        }
        awaitEndings();
        lock.close();
        connections.close();
    }
}
