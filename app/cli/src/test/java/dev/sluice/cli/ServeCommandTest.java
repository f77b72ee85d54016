package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sluice serve` as a process of its own.
class ServeCommandTest {
    private static final long PATIENCE_SECONDS = 120;
    private static final long POLL_MILLIS = 50;

    /// What docs/server.md promises.
    private static final long STOP_SECONDS_MAX = 5;

    /// What a shell shows of a process that was asked to end, and did: 128 and the signal's number.
    private static final int TERMINATED = 143;

    private final EmbeddedApiServer api =
            EmbeddedApiServer.start(new SystemClock(), new Seeds(1), ServerOptions.secure(0));
    private final EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();

    @TempDir
    Path folder;

    private Path log = Path.of("");

    @BeforeEach
    void writeKubeconfig() throws IOException {
        api.kubeconfig().write(folder.resolve("kubeconfig"));
        log = folder.resolve("log");
    }

    @AfterEach
    void stop() {
        postgres.close();
        api.close();
    }

    private Process serve() throws IOException {
        Database database = postgres.database();
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // As the launcher does: protobuf-java still uses it.
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main",
                        "serve",
                        "--kubeconfig=" + folder.resolve("kubeconfig"),
                        "--database=" + database.url(),
                        "--set=database.user=" + database.user(),
                        "--set=http.address=127.0.0.1",
                        "--set=http.port=0",
                        "--set=secure.address=127.0.0.1",
                        "--set=secure.port=0")
                .redirectError(log.toFile());
        builder.environment().put("SLUICE_DATABASE_PASSWORD", Objects.requireNonNull(database.password()));
        return builder.start();
    }

    private void awaitLine(Process serve, String text) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!Files.readString(log).contains(text)) {
            assertThat(serve.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS))
                    .as("it runs until it logs (" + text + ")")
                    .isFalse();
            assertThat(System.nanoTime()).as("it logs (" + text + ")").isLessThan(deadline);
        }
    }

    private void isEndedBySigterm(Process serve) throws InterruptedException {
        serve.destroy();

        assertThat(serve.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS))
                .as("it ends within " + STOP_SECONDS_MAX + " s")
                .isTrue();
        assertThat(serve.exitValue()).isEqualTo(TERMINATED);
    }

    @Test
    void sigtermEndsAServerThatSchedules() throws IOException, InterruptedException {
        Process serve = serve();
        try (BufferedReader out = serve.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("serving: https port ");
            awaitLine(serve, "schedules, term=1");
            isEndedBySigterm(serve);

            assertThat(Files.readString(log))
                    .doesNotContain("ended without waiting")
                    .containsPattern(
                            "(?m)^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}(Z|[+-]\\d\\d:\\d\\d) INFO ");
        } finally {
            serve.destroyForcibly();
        }
    }

    @Test
    void sigtermEndsAServerThatWaitsForItsDatabase() throws IOException, InterruptedException {
        postgres.close();
        Process serve = serve();
        try (BufferedReader out = serve.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("serving: https port ");
            awaitLine(serve, "waits: ");
            isEndedBySigterm(serve);
        } finally {
            serve.destroyForcibly();
        }
    }
}
