package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UpCommandTest {
    private static final long PATIENCE_SECONDS = 60;

    /// What a shell shows of a process that was asked to end, and did: 128 and the signal's number.
    private static final int TERMINATED = 143;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"--controllers=embedded", "--virtual-time"})
    void aClusterStartsAndStopsQuietly(String option) throws IOException, InterruptedException {
        Path kubeconfig = folder.resolve("kubeconfig");
        Path errors = folder.resolve("errors");
        Process up = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        // As the launcher does: protobuf-java still uses it.
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.sluice.cli.Main",
                        "up",
                        "--nodes=5",
                        option,
                        "--kubeconfig=" + kubeconfig)
                .redirectError(errors.toFile())
                .start();
        try (BufferedReader out = up.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).startsWith("A cluster with 5 nodes is up at https://127.0.0.1:");
            assertThat(Files.readString(kubeconfig)).contains("client-certificate-data");
            up.destroy();

            assertThat(up.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
            assertThat(up.exitValue()).isEqualTo(TERMINATED);
            assertThat(errors).isEmptyFile();
        } finally {
            up.destroyForcibly();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--plain-port"})
    void aPortInUseIsReportedAtOnce(String option) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Terminal terminal = Terminal.run("up", option + "=" + other.getLocalPort());

            assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(terminal.err()).contains("%s (%d) is not available".formatted(option, other.getLocalPort()));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--nodes=-1 | --nodes (-1) must be between 0 and 100000",
                "--racks=7 | --racks (7) must be between 0 and the number of nodes (3)",
                "--port=70000 | --port (70000) must be between 0 and 65535",
                "--node-prefix=Node | --node-prefix (Node) must be the beginning of a name",
                "--node-shape=cpu=4 | no (memory) in the node shape (cpu=4)",
                "--pod-start=soon | (soon) is no delay. Maybe 2s",
                "--run-for=long | --run-for (long) must be a duration such as 90s or 1h30m, or forever"
            })
    void badInputIsReported(String option, String message) {
        Terminal terminal = Terminal.run("up", option);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(message);
    }
}
