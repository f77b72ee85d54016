package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionCommandTest {

    @Test
    void aRealBashCompletesOurCommands(@TempDir Path folder) throws IOException, InterruptedException {
        Path script = folder.resolve("completion.bash");
        Files.writeString(script, Terminal.run("completion", "bash").out());

        Process bash = new ProcessBuilder(
                        "bash",
                        "--norc",
                        "-c",
                        "source " + script
                                + "; COMP_WORDS=(sluice d) COMP_CWORD=1; _complete_sluice; echo ${COMPREPLY[@]}")
                .start();
        String completions = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bash.waitFor()).isZero();
        assertThat(completions.strip().split(" ")).containsExactlyInAnyOrder("demo", "doctor");
    }

    @Test
    void zshLoadsItsBashCompletionFirst() {
        assertThat(Terminal.run("completion", "zsh").out()).startsWith("autoload -Uz compinit bashcompinit");
    }

    @Test
    void anUnknownShellIsRefusedWithTheKnownOnes() {
        Terminal terminal = Terminal.run("completion", "fish");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("fish", "bash, zsh");
    }
}
