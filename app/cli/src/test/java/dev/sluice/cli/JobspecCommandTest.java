package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobspecCommandTest {
    private static final String VALID = """
            version: 1
            resources: [{type: slot, count: 2, label: task, with: [{type: core, count: 4}]}]
            tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
            attributes: {system: {duration: 3600}}
            """;
    private static final String INVALID = VALID.replace("count: 4", "count: -4");

    @TempDir
    Path folder;

    @Test
    void aValidJobspecIsValid() throws IOException {
        Path file = write("good.yaml", VALID);

        Terminal terminal = Terminal.run("jobspec", "validate", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).isEqualTo(file + ": valid\n");
        assertThat(terminal.err()).isEmpty();
    }

    @Test
    void anInvalidOneIsRefusedWithFileLineColumnAndPath() throws IOException {
        Path file = write("bad.yaml", INVALID);

        Terminal terminal = Terminal.run("jobspec", "validate", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.err()).startsWith(file + ":2:").contains("resources[0].with[0].count");
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void eachOfSeveralFilesIsValidated() throws IOException {
        String good = write("good.yaml", VALID).toString();
        String bad = write("bad.yaml", INVALID).toString();

        Terminal terminal = Terminal.run("jobspec", "validate", bad, good);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(terminal.out()).isEqualTo(good + ": valid\n");
        assertThat(terminal.err()).startsWith(bad + ":2:");
        assertThat(Terminal.run("jobspec", "validate", good, good).exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void aMissingFileIsBadInput() {
        String file = folder.resolve("none.yaml").toString();

        for (String command : new String[] {"validate", "explain"}) {
            Terminal terminal = Terminal.run("jobspec", command, file);

            assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
            assertThat(terminal.err()).contains(file + ": there is no such file");
        }
    }

    @Test
    void anExplanationSaysWhatIsAskedForInWords() throws IOException {
        Terminal terminal =
                Terminal.run("jobspec", "explain", write("good.yaml", VALID).toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("Asks for 2 slots", "8 cores", "at most 1 h", "app");
    }

    @Test
    void aFileThatIsNotAJobspecIsRefused() throws IOException {
        Path file = write("bad.yaml", INVALID);

        Terminal terminal = Terminal.run("jobspec", "explain", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).startsWith(file + ":2:");
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
