package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

    @Test
    void theDayShowsAllHoursAndRepeatsItself() {
        Terminal terminal = Terminal.run("demo", "--users", "50");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("00:00", "23:00", "jobs submitted", "identical");
    }

    @Test
    void theNumberOfUsersHasLimits() {
        Terminal terminal = Terminal.run("demo", "--users", "0");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--users (0) must be between 1 and 1000000");
    }
}
