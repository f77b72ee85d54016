package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The live demo as a user runs it. It takes half a minute, most of which it waits.
class LiveDemoTest {
    @Test
    void itShowsWhatASchedulerDoes(@TempDir Path folder) {
        Path page = folder.resolve("live.html");

        Terminal terminal = Terminal.run("demo", "--plain", "--report=" + page);

        assertThat(terminal.exitCode()).as(terminal.out() + terminal.err()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out())
                .as("a reservation")
                .containsPattern("Job simulation is number 1 in line: reserved to start in \\d+ s")
                .as("a backfilled job")
                .containsPattern("s  backfilled small-1 ")
                .as("a job at its wall time")
                .contains("Job runaway has failed: DeadlineExceeded")
                .as("a node that fails and returns")
                .containsPattern("Node node-\\d is not ready")
                .containsPattern("Node node-\\d is ready")
                .as("pods of another scheduler")
                .containsPattern("Pod web/front-\\S+ of another scheduler is on node-\\d")
                .as("all ends")
                .contains("Job simulation is complete", "Job long is complete")
                .containsPattern("Audit: [56] nodes and \\d+ pods compared with the cluster, 0 differences");
        assertThat(page).isNotEmptyFile();
    }
}
