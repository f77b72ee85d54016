package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoCommandTest {

    @Test
    void itShowsEveryOutcomeOfAJob() {
        Terminal terminal = Terminal.run("demo", "model");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.out())
                .contains(
                        "No cluster is involved",
                        "→ A runs from 0:00 to 2:00 on node[0-1].",
                        "→ D never fits on this machine.",
                        "→ E does not fit now.",
                        "→ E is reserved from 2:00 to 3:00 on node[0-7].",
                        "→ F runs from 0:00 to 1:00 on node6.",
                        "→ G is reserved from 3:00 to 6:00 on node0.",
                        "→ A was cancelled at 0:30.",
                        "→ E is reserved from 1:30 to 2:30 on node[0-7].",
                        "node3  BBBBBBBB CCCCCCCC  .C",
                        "128 of 128 cores are in use",
                        "What became of the jobs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "firstnodex", "high", "low", "hinode", "lonode", "hinodex", "lonodex"})
    void underEveryPolicyItIsTheSameEachTimeAndFitsAHundredColumns(String policy) {
        Terminal terminal = Terminal.run("demo", "model", "--policy", policy);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("the policy decides: " + policy).doesNotContain("\u001b[");
        assertThat(terminal.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(100));
        assertThat(Terminal.run("demo", "model", "--policy", policy).out()).isEqualTo(terminal.out());
    }

    @Test
    void anUnknownPolicyIsRefusedWithTheKnownOnes() {
        Terminal terminal = Terminal.run("demo", "model", "--policy", "best");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--policy (best) must be", "lonode");
    }

    @Test
    void theDemoEndsWithASimulationOfTwoPolicies() {
        assertThat(Terminal.run("demo", "model").out()).contains("fcfs", "easy", "report.html");
    }
}
