package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceQueryCommandTest {

    @Test
    void aGraphIsNeeded() {
        Terminal terminal = Terminal.run("resource-query");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--load-file");
    }

    @Test
    void aMissingGraphIsNamed(@TempDir Path folder) {
        String file = folder.resolve("none.graphml").toString();

        Terminal terminal = Terminal.run("resource-query", "-L", file);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(file + ": there is no such file");
    }

    @Test
    void unknownSubsystemsAreRefused() {
        Terminal terminal = Terminal.run("resource-query", "-L", "any.graphml", "-S", "XY");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("--match-subsystems (XY)");
    }
}
