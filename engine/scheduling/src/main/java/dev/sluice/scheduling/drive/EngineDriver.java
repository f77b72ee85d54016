package dev.sluice.scheduling.drive;

import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.queue.store.StoreException;
import dev.sluice.scheduling.Consequences;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.Event;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Hands events to the engine, appends its records to a store, and carries out decisions in their order as soon as
/// everything that led to them is durable.
///
/// Without a store, records are dropped and decisions are carried out at once, as a simulation does that never
/// restarts. If the store refuses records, the driver stops for good before any effect: what the engine has decided
/// since is in no store, so the process must restart from what is there.
public final class EngineDriver {
    private final Engine engine;
    private final @Nullable QueueStore store;
    private final long term;
    private final Effects effects;
    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
    private long position;

    /// That of the latest snapshot, also of a driver before this one.
    private long snapshotPosition;

    private @Nullable StoreException failure;

    /// Decisions that wait until the store is durable up to a position.
    private record Waiting(long position, List<Decision> decisions) {}

    private EngineDriver(Engine engine, @Nullable QueueStore store, long term, Effects effects) {
        this.engine = engine;
        this.store = store;
        this.term = term;
        this.effects = effects;
    }

    /// Creates a driver whose records are not kept.
    public static EngineDriver withoutStore(Engine engine, Effects effects) {
        return new EngineDriver(engine, null, 0, effects);
    }

    /// Creates a driver for a new engine, which gets the state that the store has.
    ///
    /// @param term higher than that of any driver before it
    public static EngineDriver restarted(Engine engine, QueueStore store, long term, Effects effects) {
        EngineDriver driver = new EngineDriver(engine, store, term, effects);
        Optional<QueueStore.Snapshot> snapshot = store.latestSnapshot();
        long from = snapshot.map(QueueStore.Snapshot::position).orElse(0L);
        snapshot.ifPresent(it -> engine.replay(it.state()));
        List<QueueRecord> tail = store.read(from);
        engine.replay(tail);
        driver.position = from + tail.size();
        driver.snapshotPosition = from;
        return driver;
    }

    public Engine engine() {
        return engine;
    }

    /// Returns the position after the last record of the engine's state.
    public long position() {
        return position;
    }

    /// Returns how many records a restart would read after the latest snapshot.
    public long recordsSinceSnapshot() {
        return position - snapshotPosition;
    }

    public void handle(Event event, long nowNanos) {
        checkWorking();
        accept(engine.handle(event, nowNanos));
    }

    /// Ends an instant: all its events have been handed in.
    public void settle(long nowNanos) {
        checkWorking();
        accept(engine.settle(nowNanos));
    }

    private void accept(Consequences consequences) {
        if (store == null) {
            if (!consequences.decisions().isEmpty()) {
                effects.carryOut(consequences.decisions());
            }
            return;
        }
        if (!consequences.records().isEmpty()) {
            try {
                position = store.append(term, consequences.records());
            } catch (RuntimeException e) {
                // Whatever it was, these records are in no store, and none may follow them.
                failure = e instanceof StoreException known ? known : new StoreException("records are not kept", e);
                waiting.clear();
                throw failure;
            }
        }
        if (!consequences.decisions().isEmpty()) {
            waiting.add(new Waiting(position, List.copyOf(consequences.decisions())));
        }
        release();
    }

    /// Carries out the decisions whose records have become durable.
    ///
    /// @return how many
    public int release() {
        if (store == null || failure != null) {
            return 0;
        }
        int released = 0;
        long durable = store.durable();
        while (!waiting.isEmpty() && waiting.element().position() <= durable) {
            List<Decision> decisions = waiting.remove().decisions();
            released += decisions.size();
            effects.carryOut(decisions);
        }
        return released;
    }

    /// Returns whether decisions wait for their records to become durable.
    public boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /// Keeps the engine's state in the store, so that a restart need not read all records. Only while nothing
    /// waits.
    ///
    /// @return whether it was handed to the store
    public boolean snapshot(long nowNanos) {
        checkWorking();
        if (store == null || isWaiting() || store.durable() < position) {
            return false;
        }
        store.snapshot(new QueueStore.Snapshot(position, engine.snapshot(nowNanos)));
        snapshotPosition = position;
        return true;
    }

    private void checkWorking() {
        if (failure != null) {
            throw new StoreException("the driver has stopped, since a store has failed", failure);
        }
    }
}
