package dev.sluice.queue.postgres.lock;

import dev.sluice.queue.postgres.WriterRow;
import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.store.StoreException;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The lock that lets only one process write: a session-level advisory lock of PostgreSQL, on a connection of its own.
///
/// The database frees the lock when that connection ends, which its holder may notice later than the next process. Two
/// rules keep their effects apart. Taking the lock raises the term, so transactions of the earlier holder are
/// refused. And a holder acts only while a check of its connection is younger than [#CONFIRMED_NANOS_MAX], whereas a
/// new holder waits for the longer [#FIRST_EFFECT_NANOS].
///
/// A step for a crank that may block. It checks the connection, or tries to take the lock, once a second. The
/// connection must lead to the database itself: a pooler that shares connections would share the lock.
public final class WriterLock implements Step, AutoCloseable {

    /// A new holder waits this long before its first effect.
    public static final long FIRST_EFFECT_NANOS = 5 * Clock.NANOS_PER_SECOND;

    /// A holder whose last successful check is older than this starts no effect.
    public static final long CONFIRMED_NANOS_MAX = 3 * Clock.NANOS_PER_SECOND;

    private static final long CHECK_NANOS = Clock.NANOS_PER_SECOND;

    /// With the time between checks it is below [#CONFIRMED_NANOS_MAX], so that one slow answer is no loss.
    private static final int ANSWER_SECONDS_MAX = 2;

    /// The upper half is "SLUI", the lower "CE" and a number; any constant would do.
    private static final long KEY = 0x534C_5549_4345_0001L;

    private static final Logger LOG = System.getLogger(WriterLock.class.getName());

    /// Told on the lock's thread.
    public interface Listener {

        /// Another process holds the lock, or the database does not answer. Told once for each reason.
        ///
        /// @param isTaken whether another process holds it
        void waits(boolean isTaken, String why);

        /// This process has just taken the lock, and no other can write any more. Its term is raised next. What needs
        /// that, such as a change of the schema, is done here.
        ///
        /// @throws StoreException if it fails: the lock is given back, and taken again later
        default void prepares() {}

        /// This process holds the lock. It must load the state anew.
        ///
        /// @param effectsFromNanos the earliest time of its first effect
        void holds(long term, long effectsFromNanos);

        /// This process no longer holds the lock. It starts no effect until it holds it again.
        void lost(String why);

        /// Another process holds the lock: what this one knows of the queue becomes old.
        default void taken() {}
    }

    private record Tenure(long term, long effectsFromNanos, long confirmedNanos) {}

    private final Database database;
    private final String holderName;
    private final Clock clock;
    private final Timers timers;
    private final Listener listener;
    private final long firstEffectNanos;
    private @Nullable Connection connection;
    private volatile @Nullable Tenure tenure;
    private String reported = "";
    private boolean isPausing;

    /// @param holderName shown to a process that waits for the lock
    public WriterLock(Database database, String holderName, Clock clock, Timers timers, Listener listener) {
        this(database, holderName, clock, timers, listener, FIRST_EFFECT_NANOS);
    }

    /// @param firstEffectNanos how long a new holder waits before its first effect: 0 only where no other process can
    ///     have held the lock
    public WriterLock(
            Database database,
            String holderName,
            Clock clock,
            Timers timers,
            Listener listener,
            long firstEffectNanos) {
        this.firstEffectNanos = firstEffectNanos;
        this.database = database;
        this.holderName = holderName;
        this.clock = clock;
        this.timers = timers;
        this.listener = listener;
    }

    @Override
    public String name() {
        return "writer lock";
    }

    /// Returns whether this process may start an effect now. Any thread may ask.
    public boolean mayAct(long nowNanos) {
        Tenure current = tenure;
        return current != null
                && nowNanos >= current.effectsFromNanos()
                && nowNanos - current.confirmedNanos() <= CONFIRMED_NANOS_MAX;
    }

    @Override
    public int work(long nowNanos) {
        if (isPausing) {
            return 0;
        }
        try {
            Tenure current = tenure;
            if (current == null) {
                tryToTake(nowNanos);
            } else {
                check(current, nowNanos);
            }
        } catch (SQLException e) {
            disconnect(String.valueOf(e.getMessage()));
        } catch (StoreException e) {
            close();
            report(false, String.valueOf(e.getMessage()));
        }
        isPausing = true;
        timers.schedule(clock.nowNanos() + CHECK_NANOS, (_, _) -> isPausing = false, 0);
        return 1;
    }

    private void tryToTake(long nowNanos) throws SQLException {
        Connection own = connection;
        if (own == null) {
            own = Connections.own(database, holderName, ANSWER_SECONDS_MAX);
            connection = own;
        }
        if (!take(own)) {
            listener.taken();
            report(true, "another process holds the writer's lock: " + holder(own));
            return;
        }
        listener.prepares();
        long term = WriterRow.raiseTerm(own);
        long effectsFrom = clock.nowNanos() + firstEffectNanos;
        tenure = new Tenure(term, effectsFrom, nowNanos);
        reported = "";
        LOG.log(Level.INFO, "holds the writer's lock, term " + term);
        listener.holds(term, effectsFrom);
    }

    private void check(Tenure current, long nowNanos) throws SQLException {
        Connection own = connection;
        if (own == null || !own.isValid(ANSWER_SECONDS_MAX)) {
            throw new SQLException("the connection of the writer's lock is lost");
        }
        tenure = new Tenure(current.term(), current.effectsFromNanos(), nowNanos);
    }

    private static boolean take(Connection own) throws SQLException {
        try (PreparedStatement statement = own.prepareStatement("SELECT pg_try_advisory_lock(?)")) {
            statement.setLong(1, KEY);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static String holder(Connection own) throws SQLException {
        try (PreparedStatement statement = own.prepareStatement("""
            SELECT a.application_name, coalesce(host(a.client_addr), 'local'), a.backend_start
            FROM pg_locks l JOIN pg_stat_activity a USING (pid)
            WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
              AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
              AND (l.classid::bigint << 32 | l.objid::bigint) = ?\
            """)) {
            statement.setLong(1, KEY);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? "%s from %s, connected since %s"
                                .formatted(row.getString(1), row.getString(2), row.getString(3))
                        : "it is just ending";
            }
        }
    }

    private void disconnect(String why) {
        Connection own = connection;
        connection = null;
        if (own != null) {
            closeQuietly(own);
        }
        if (tenure != null) {
            tenure = null;
            LOG.log(Level.WARNING, "has lost the writer's lock: " + why);
            listener.lost(why);
        }
        report(false, "the database does not answer: " + why);
    }

    private void report(boolean isTaken, String why) {
        if (!why.equals(reported)) {
            reported = why;
            listener.waits(isTaken, why);
        }
    }

    private static void closeQuietly(Connection own) {
        try {
            own.close();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "closing the connection of the writer's lock", e);
        }
    }

    /// Frees the lock. On the thread of its crank, or after that has stopped.
    @Override
    public void close() {
        boolean isHeld = tenure != null;
        tenure = null;
        Connection own = connection;
        connection = null;
        if (own == null) {
            return;
        }
        if (isHeld) {
            unlockQuietly(own);
        }
        closeQuietly(own);
    }

    /// The lock goes with the connection anyhow, but only when the database notices its end.
    private static void unlockQuietly(Connection own) {
        try (PreparedStatement statement = own.prepareStatement("SELECT pg_advisory_unlock(?)")) {
            statement.setLong(1, KEY);
            statement.execute();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "freeing the writer's lock", e);
        }
    }
}
