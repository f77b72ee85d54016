package dev.sluice.queue.postgres.connect;

import dev.sluice.queue.store.StoreException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/// The tables and views of a database, brought up to date.
public final class Schema {
    public static final String NAME = "sluice";

    /// That of the last migration.
    public static final String VERSION = "2";

    /// The oldest PostgreSQL that the tests cover, where a machine has one (`PostgresQueueStoreTest`).
    private static final int MAJOR_VERSION_MIN = 15;

    private static final String HISTORY = NAME + ".flyway_schema_history";
    private static final String MIGRATIONS = "classpath:dev/sluice/queue/postgres/migration";

    private Schema() {}

    /// Creates the schema or brings it up to date. Does nothing if it is.
    ///
    /// @throws StoreException if the database cannot be reached, is too old, or refuses
    public static void migrate(Connections connections) {
        if (isUpToDate(connections)) {
            return;
        }
        try {
            Flyway.configure()
                    .dataSource(connections.dataSource())
                    .schemas(NAME)
                    .defaultSchema(NAME)
                    .createSchemas(true)
                    .locations(MIGRATIONS)
                    .load()
                    .migrate();
        } catch (FlywayException e) {
            throw new StoreException(
                    "database (%s): its schema (%s) cannot be brought up to date: %s"
                            .formatted(connections.database(), NAME, e.getMessage()),
                    e);
        }
    }

    /// Asks the database itself: loading Flyway takes a large part of a start.
    private static boolean isUpToDate(Connections connections) {
        try (Connection connection = connections.pooled()) {
            int major = connection.getMetaData().getDatabaseMajorVersion();
            if (major < MAJOR_VERSION_MIN) {
                throw new StoreException("database (%s) is PostgreSQL (%d): (%d) or newer is needed"
                        .formatted(connections.database(), major, MAJOR_VERSION_MIN));
            }
            return hasMigration(connection);
        } catch (SQLException e) {
            throw new StoreException(
                    "database (%s) cannot be reached: %s".formatted(connections.database(), e.getMessage()), e);
        }
    }

    private static boolean hasMigration(Connection connection) throws SQLException {
        try (PreparedStatement table = connection.prepareStatement("SELECT to_regclass(?) IS NOT NULL")) {
            table.setString(1, HISTORY);
            try (ResultSet row = table.executeQuery()) {
                if (!row.next() || !row.getBoolean(1)) {
                    return false;
                }
            }
        }
        try (PreparedStatement migration =
                connection.prepareStatement("SELECT 1 FROM " + HISTORY + " WHERE version = ? AND success")) {
            migration.setString(1, VERSION);
            try (ResultSet row = migration.executeQuery()) {
                return row.next();
            }
        }
    }
}
