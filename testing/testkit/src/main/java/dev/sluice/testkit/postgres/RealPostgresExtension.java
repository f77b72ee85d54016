package dev.sluice.testkit.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

final class RealPostgresExtension implements ParameterResolver {
    private static final Namespace OURS = Namespace.create(RealPostgresExtension.class);
    private static final String SUPERUSER = "postgres";

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Database.class;
    }

    @Override
    public Database resolveParameter(ParameterContext parameter, ExtensionContext test) {
        Server server = test.getRoot().getStore(OURS).computeIfAbsent(Server.class, _ -> Server.start(), Server.class);
        return test.getStore(OURS)
                .computeIfAbsent(TestDatabase.class, _ -> server.createDatabase(), TestDatabase.class)
                .database();
    }

    /// Lives as long as the test run of its module: JUnit closes what is in the root store at the end.
    private record Server(EmbeddedPostgres postgres, AtomicInteger databases) implements AutoCloseable {

        static Server start() {
            try {
                return new Server(EmbeddedPostgres.builder().start(), new AtomicInteger());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot start the embedded PostgreSQL", e);
            }
        }

        TestDatabase createDatabase() {
            String name = "test_" + databases.incrementAndGet();
            execute("CREATE DATABASE " + name);
            Database database =
                    new Database(name, postgres.getJdbcUrl(SUPERUSER, name), postgres.getDatabase(SUPERUSER, name));
            return new TestDatabase(database, this);
        }

        void execute(String sql) {
            try (Connection connection = postgres.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute(sql);
            } catch (SQLException e) {
                throw new IllegalStateException("the embedded PostgreSQL refuses: " + sql, e);
            }
        }

        @Override
        public void close() throws IOException {
            postgres.close();
        }
    }

    /// Closed by JUnit after its test, so that a long run does not fill the disk.
    private record TestDatabase(Database database, Server server) implements AutoCloseable {
        @Override
        public void close() {
            server.execute("DROP DATABASE " + database.name() + " WITH (FORCE)");
        }
    }
}
