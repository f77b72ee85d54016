package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `sluice jobspec from`: files of Kubernetes and what is printed for them, errors and exit code included. With
/// `-Dsluice.golden.update=true` the outputs are written anew.
class JobspecFromTest {
    private static final boolean UPDATE = Boolean.getBoolean("sluice.golden.update");
    private static final Path FOLDER = Path.of("src/test/resources/golden/jobspec-from");

    @TempDir
    Path folder;

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileGivesItsJobspecs(Path file) throws IOException {
        Terminal terminal = Terminal.run("jobspec", "from", file.toString());
        String printed = "%sexit code %d%n%s"
                .formatted(terminal.out(), terminal.exitCode(), terminal.err())
                .replace(FOLDER + "/", "");
        Path golden = Path.of(file.toString().replace(".yaml", ".out"));

        if (UPDATE) {
            Files.writeString(golden, printed);
        }
        assertThat(printed).isEqualTo(Files.readString(golden));
    }

    @Test
    void jsonIsOneJobspecALine() {
        Terminal terminal = Terminal.run(
                "jobspec", "from", "-o", "json", FOLDER.resolve("several.yaml").toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("{\"version\":1,\"resources\":[{\"type\":\"slot\","));
    }

    @Test
    void malformedYamlIsReportedWithItsLineInTheFile() throws IOException {
        Path file = Files.writeString(folder.resolve("bad.yaml"), "---\n---\nkind: Job\nspec: {\n");

        Terminal terminal = Terminal.run("jobspec", "from", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(file + ":5:1: ");
    }

    @Test
    void whatIsNoObjectIsBadInput() throws IOException {
        Path file = Files.writeString(folder.resolve("list.yaml"), "- a\n- b\n");
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "# nothing\n---\n");

        assertThat(Terminal.run("jobspec", "from", file.toString()).err())
                .contains(file + ":1:1: must be an object, not a list");
        assertThat(Terminal.run("jobspec", "from", empty.toString()).err())
                .contains(empty + ": there is no Job and no pod");
    }

    @Test
    void aFieldThatIsThereTwiceIsBadInput() throws IOException {
        Path file = Files.writeString(folder.resolve("twice.yaml"), "kind: Job\nkind: Pod\n");

        Terminal terminal = Terminal.run("jobspec", "from", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains("line 2: key \"kind\" already set in map");
    }
}
