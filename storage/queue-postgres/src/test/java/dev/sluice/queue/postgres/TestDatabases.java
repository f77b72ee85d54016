package dev.sluice.queue.postgres;

import dev.sluice.queue.postgres.connect.Connections;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.connect.Schema;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Databases on one embedded server, which ends with the tests' process.
public final class TestDatabases {
    private static final EmbeddedPostgres SERVER = EmbeddedPostgres.throwaway();
    private static final AtomicInteger COUNT = new AtomicInteger();

    private TestDatabases() {}

    /// Returns the embedded server.
    public static EmbeddedPostgres embedded() {
        return SERVER;
    }

    /// The database in which others are managed.
    public static Database server() {
        return SERVER.database();
    }

    /// Creates an empty database.
    public static Database create() {
        return createOn(SERVER);
    }

    private static Database createOn(EmbeddedPostgres server) {
        String name = "test_" + COUNT.incrementAndGet();
        Database main = server.database();
        execute(main, "CREATE DATABASE " + name);
        return new Database(main.url().replace("/postgres", "/" + name), main.user(), main.password(), false);
    }

    /// Creates a database with the store's tables.
    public static Database createMigrated() {
        return createMigratedOn(SERVER);
    }

    /// Does the same on another server.
    public static Database createMigratedOn(EmbeddedPostgres server) {
        Database database = createOn(server);
        try (Connections connections = new Connections(database, "migration")) {
            Schema.migrate(connections);
        }
        return database;
    }

    public static void execute(Database database, String sql) {
        try (Connection connection = Connections.own(database, "test", 60);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /// Returns the rows of a query, columns separated by a bar.
    public static List<String> query(Database database, String sql) {
        List<String> rows = new ArrayList<>();
        try (Connection connection = Connections.own(database, "test", 60);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            int columns = row.getMetaData().getColumnCount();
            while (row.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    values.add(String.valueOf(row.getString(i)));
                }
                rows.add(String.join("|", values));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
        return rows;
    }
}
