package dev.sluice.testkit.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@RealPostgres
class RealPostgresIT {

    @Test
    void theServerIsARealPostgres(Database database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("PostgreSQL");
            assertThat(connection.getMetaData().getDatabaseMajorVersion()).isGreaterThanOrEqualTo(18);
        }
    }

    @RepeatedTest(2)
    void everyTestStartsWithAnEmptyDatabase(Database database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE mine (id bigint PRIMARY KEY)");
            statement.execute("INSERT INTO mine VALUES (1)");
            try (ResultSet tables = statement.executeQuery(
                    "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'")) {
                assertThat(tables.next()).isTrue();
                assertThat(tables.getInt(1)).isOne();
            }
        }
    }

    @Test
    void rowLocksAreSkippedAsAQueueNeedsIt(Database database) throws SQLException {
        try (Connection first = database.dataSource().getConnection();
                Connection second = database.dataSource().getConnection()) {
            first.createStatement().execute("CREATE TABLE queue AS SELECT generate_series(1, 2) AS id");
            first.setAutoCommit(false);
            String take = "SELECT id FROM queue ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED";

            assertThat(onlyNumber(first, take)).isEqualTo(1);
            assertThat(onlyNumber(second, take)).isEqualTo(2);
        }
    }

    private static int onlyNumber(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getInt(1);
        }
    }
}
