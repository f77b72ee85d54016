package dev.sluice.queue.postgres.connect;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The connections to a database. Opening works while the database is gone; using a connection then fails.
public final class Connections implements AutoCloseable {

    /// One writes records, one snapshots, two read.
    private static final int POOLED_MAX = 4;

    /// How long a caller waits for a pooled connection before it counts the database as gone.
    private static final long POOL_WAIT_MILLIS_MAX = 2_000;

    /// A transaction of the store takes milliseconds, a large snapshot seconds; silence for longer is a lost
    /// connection that TCP has not noticed.
    private static final int SILENCE_SECONDS_MAX = 60;

    /// The pool reports broken connections with stack traces; the store says the same in a line. Kept here because
    /// loggers that nothing refers to lose their levels.
    private static final Logger POOL_LOG = Logger.getLogger("com.zaxxer.hikari");

    static {
        POOL_LOG.setLevel(Level.SEVERE);
    }

    private final Database database;
    private final HikariDataSource pool;

    /// @param name shown by `pg_stat_activity`
    public Connections(Database database, String name) {
        this.database = database;
        HikariConfig config = new HikariConfig();
        config.setPoolName("sluice-" + name);
        config.setJdbcUrl(database.url());
        config.setDataSourceProperties(database.properties("sluice " + name, SILENCE_SECONDS_MAX));
        config.setMaximumPoolSize(POOLED_MAX);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(POOL_WAIT_MILLIS_MAX);
        config.setInitializationFailTimeout(-1);
        this.pool = new HikariDataSource(config);
    }

    public Database database() {
        return database;
    }

    /// Returns a connection of the pool; closing gives it back.
    public Connection pooled() throws SQLException {
        return pool.getConnection();
    }

    /// Returns the pool, for libraries that take their connections from one.
    javax.sql.DataSource dataSource() {
        return pool;
    }

    /// Opens a connection that belongs to the caller alone, for as long as it likes.
    ///
    /// @param name shown by `pg_stat_activity`
    /// @param silenceSecondsMax after how long without an answer it counts as lost
    public static Connection own(Database database, String name, int silenceSecondsMax) throws SQLException {
        return DriverManager.getConnection(database.url(), database.properties(name, silenceSecondsMax));
    }

    @Override
    public void close() {
        pool.close();
    }
}
