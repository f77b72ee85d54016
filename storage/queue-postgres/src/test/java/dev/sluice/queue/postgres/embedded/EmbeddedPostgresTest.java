package dev.sluice.queue.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.postgres.TestDatabases;
import dev.sluice.queue.postgres.connect.Database;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

    @Test
    void aThrowawayDatabaseIsGoneWhenItIsClosed() throws IOException {
        Path directory = Files.createTempDirectory("sluice-test-");
        ProcessHandle postmaster;
        try (EmbeddedPostgres postgres =
                EmbeddedPostgres.start(directory, false, OptionalInt.empty(), Identity.find())) {
            postmaster = postgres.postmaster();
            assertThat(postmaster.isAlive()).isTrue();
            assertThat(TestDatabases.query(postgres.database(), "SHOW server_version_num"))
                    .first()
                    .asString()
                    .startsWith("18");
            assertThat(TestDatabases.query(postgres.database(), "SHOW fsync")).containsExactly("off");
            assertThat(TestDatabases.query(postgres.database(), "SHOW synchronous_commit"))
                    .containsExactly("off");
        }
        assertThat(postmaster.isAlive()).isFalse();
        assertThat(directory).doesNotExist();
    }

    @Test
    void aKeptDatabaseIsThereAgain(@TempDir Path directory) {
        int port;
        try (EmbeddedPostgres postgres = EmbeddedPostgres.keptIn(directory.resolve("db"), OptionalInt.empty())) {
            port = postgres.port();
            assertThat(TestDatabases.query(postgres.database(), "SHOW fsync")).containsExactly("on");
            assertThat(TestDatabases.query(postgres.database(), "SHOW synchronous_commit"))
                    .containsExactly("on");
            TestDatabases.execute(postgres.database(), "CREATE TABLE kept AS SELECT 7 AS number");
        }
        try (EmbeddedPostgres postgres = EmbeddedPostgres.keptIn(directory.resolve("db"), OptionalInt.of(port))) {
            assertThat(TestDatabases.query(postgres.database(), "SELECT number FROM kept"))
                    .containsExactly("7");
        }
    }

    @Test
    void aPortThatIsTakenIsNamed(@TempDir Path directory) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() ->
                            EmbeddedPostgres.keptIn(directory.resolve("db"), OptionalInt.of(other.getLocalPort())))
                    .isInstanceOf(EmbeddedPostgresException.class)
                    .hasMessageContaining("port (" + other.getLocalPort() + ")")
                    .hasMessageContaining("could not bind");
        }
    }

    @Test
    void anotherUserNeedsThePassword() {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.throwaway()) {
            Database database = postgres.database();
            Database guessed = new Database(database.url(), database.user(), "guess", false);
            assertThatThrownBy(() -> TestDatabases.query(guessed, "SELECT 1"))
                    .hasStackTraceContaining("password authentication failed");
            assertThat(database.toString()).doesNotContain(String.valueOf(database.password()));
        }
    }

    @Test
    void theCacheFollowsTheEnvironment() throws IOException {
        assertThat(Identity.find(Map.of("XDG_CACHE_HOME", "/caches"), false).cache())
                .isEqualTo(Path.of("/caches/sluice"));
        assertThat(Identity.find(Map.of("XDG_CACHE_HOME", "relative"), false).cache())
                .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "sluice"));
        assertThat(Identity.find(Map.of(), false).prefix()).isEmpty();
    }
}
