package dev.sluice.cli.resourcequery;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import picocli.CommandLine;

/// Sessions of our own making. A script's first line has the options, its second says what it is about; beside it lies
/// what the session prints, each command before its answer. With `-Dsluice.golden.update=true` the answers are written
/// anew, to be read as a diff.
class GoldenSessionsTest {
    private static final Path FOLDER = Path.of("src/test/resources/golden/sessions");
    private static final boolean UPDATE = Boolean.getBoolean("sluice.golden.update");

    @TestFactory
    Stream<DynamicTest> aSessionPrintsWhatItShould() {
        return scripts().stream().map(script -> DynamicTest.dynamicTest(name(script), () -> check(script)));
    }

    @Test
    void everyAnswerHasItsScript() throws IOException {
        List<String> scripts = scripts().stream().map(GoldenSessionsTest::name).toList();

        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(Path::getFileName)
                            .map(Path::toString)
                            .filter(file -> file.endsWith(".out"))
                            .map(file -> file.substring(0, file.length() - ".out".length())))
                    .allMatch(scripts::contains);
        }
    }

    private static List<Path> scripts() {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".in"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String name(Path script) {
        String file = script.getFileName().toString();
        return file.substring(0, file.length() - ".in".length());
    }

    private static void check(Path script) throws IOException {
        Path expected = FOLDER.resolve(name(script) + ".out");
        String transcript = transcript(Files.readAllLines(script));
        if (UPDATE) {
            Files.writeString(expected, transcript);
        }
        assertThat(transcript).isEqualTo(Files.readString(expected));
    }

    private static String transcript(List<String> lines) {
        StringBuilder out = new StringBuilder();
        Session session = new Session(
                options(lines.getFirst()),
                new DiskFiles(FOLDER),
                new Outlets(out::append, out::append, out::append),
                () -> 0);
        for (String line : lines) {
            out.append("> ").append(line).append('\n');
            if (!session.execute(line)) {
                break;
            }
        }
        return out.toString();
    }

    private static ResourceQueryOptions options(String line) {
        assertThat(line).startsWith("#! ");
        ResourceQueryCommand command = new ResourceQueryCommand();
        new CommandLine(command).parseArgs(CommandWords.of(line.substring(3)).toArray(String[]::new));
        return command.options();
    }
}
