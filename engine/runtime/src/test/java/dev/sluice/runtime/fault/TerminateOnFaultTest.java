package dev.sluice.runtime.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TerminateOnFaultTest {

    @Test
    void aFaultIsReportedBeforeTheProcessIsHalted() {
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        List<Integer> halts = new ArrayList<>();
        Faults faults = new TerminateOnFault(new PrintStream(report, true, UTF_8), halts::add);

        faults.raise("the cycle", new InvariantViolation("cores (-1)"));

        assertThat(report.toString(UTF_8))
                .startsWith("sluice: fault in the cycle:")
                .contains("cores (-1)");
        assertThat(halts).containsExactly(TerminateOnFault.EXIT_STATUS);
    }

    @Test
    void aRealProcessEndsAtOnceWithItsStatus() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Doomed.class.getName())
                .redirectErrorStream(true)
                .start();

        String output = new String(process.getInputStream().readAllBytes(), UTF_8);

        assertThat(process.waitFor()).isEqualTo(TerminateOnFault.EXIT_STATUS);
        assertThat(output).contains("fault in doomed").doesNotContain("still here");
    }

    /// Raises a fault on one of its threads.
    static final class Doomed {
        private Doomed() {}

        public static void main(String[] args) throws InterruptedException {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("still here")));
            Thread thread = new Thread(
                    () -> new TerminateOnFault(System.err).raise("doomed", new InvariantViolation("on purpose")));
            thread.start();
            thread.join();
            System.out.println("still here");
        }
    }
}
