package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.file.WorkloadFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {
    private static final String LOG = """
            ; MaxProcs: 8
            1 0 3 10 4 -1 -1 4 100 -1 1 1 -1 -1 -1 -1 -1 -1
            2 50 3 -1 -1 -1 -1 -1 100 -1 5 1 -1 -1 -1 -1 -1 -1
            3 100 3 20 2 -1 -1 2 100 -1 1 1 -1 -1 -1 -1 -1 -1
            """;

    @TempDir
    Path folder;

    @Test
    void aWorkloadIsWrittenAndDescribed() throws IOException {
        Path file = folder.resolve("trace.swf.gz");

        Terminal terminal =
                generate("lublin", "--jobs", "2000", "--machine", "128", "--load", "0.9", "-o", file.toString());

        assertThat(terminal.err()).isEmpty();
        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out())
                .startsWith(file + ": 2,000 jobs over ")
                .endsWith("days, offered load 0.900 on 128 processors\n");
        assertThat(read(file).jobs()).hasSize(2000).allMatch(job -> job.estimateSeconds() == job.runSeconds());
    }

    @Test
    void withoutAFileItGoesToStandardOutput() {
        Terminal terminal = generate("poisson", "--jobs", "3", "--machine", "4", "--seed", "9");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out().lines().filter(line -> !line.startsWith(";"))).hasSize(3);
        assertThat(terminal.out())
                .contains(
                        "; MaxProcs: 4",
                        "; Note: made by sluice generate: poisson, estimates: exact, users: 50, seed 9");
    }

    @Test
    void theSameSeedGivesTheSameBytes() {
        String[] model = {"lublin", "--jobs", "500", "--machine", "64", "--kind", "typed", "--estimates", "tsafrir"};

        assertThat(generate(with(model, "--seed", "3")).out())
                .isEqualTo(generate(with(model, "--seed", "3")).out());
        assertThat(generate(with(model, "--seed", "3")).out())
                .isNotEqualTo(generate(with(model, "--seed", "4")).out());
    }

    @Test
    void jobsHaveUsersUnlessSwitchedOff() throws IOException {
        Path file = folder.resolve("trace.swf");
        String[] model = {"lublin", "--jobs", "500", "--machine", "64", "-o", file.toString()};

        generate(model);
        assertThat(read(file).jobs())
                .extracting(job -> job.origin().user())
                .contains(1L, 2L)
                .allMatch(u -> u <= 50);

        generate(with(model, "--users", "3", "--groups", "2"));
        assertThat(read(file).jobs()).extracting(job -> job.origin().user()).containsOnly(1L, 2L, 3L);
        assertThat(read(file).jobs()).extracting(job -> job.origin().group()).containsOnly(1L, 2L);

        Path copy = folder.resolve("copy.swf");
        generate("from", file.toString(), "-o", copy.toString());
        assertThat(read(copy).jobs()).isEqualTo(read(file).jobs());

        generate(with(model, "--users", "0"));
        assertThat(read(file).jobs()).extracting(job -> job.origin().user()).containsOnly(-1L);

        assertThat(generate(with(model, "--users", "2", "--groups", "3")).err()).contains("groups (3)");
        assertThat(generate(with(model, "--users", "0", "--groups", "3")).err()).contains("needs users");
    }

    @Test
    void estimatesComeFromTheModelAskedFor() throws IOException {
        Path file = folder.resolve("trace.json");

        generate(
                "lublin",
                "--jobs",
                "1000",
                "--machine",
                "64",
                "--estimates",
                "tsafrir",
                "--max-estimate",
                "2d",
                "-o",
                file.toString());
        assertThat(read(file).jobs())
                .allMatch(job -> job.estimateSeconds() >= job.runSeconds())
                .anyMatch(job -> job.estimateSeconds() == 172_800);

        generate(
                "lublin",
                "--jobs",
                "1000",
                "--machine",
                "64",
                "--estimates",
                "factor",
                "--factor",
                "2",
                "-o",
                file.toString());
        assertThat(read(file).jobs())
                .allMatch(job -> job.estimateSeconds() <= 2 * job.runSeconds() + 1)
                .anyMatch(job -> job.estimateSeconds() > 1.5 * job.runSeconds());

        generate("lublin", "--jobs", "10", "--machine", "64", "--estimates", "none", "-o", file.toString());
        assertThat(read(file).jobs()).noneMatch(WorkloadJob::hasEstimate);
    }

    @Test
    void aLogIsConvertedAndJobsThatCannotRunAreCounted() throws IOException {
        Path log = Files.writeString(folder.resolve("log.swf"), LOG);
        Path file = folder.resolve("busier.json");

        Terminal terminal = generate("from", log.toString(), "--load", "0.5", "-o", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.err()).isEqualTo("""
                        1 left out; the first:
                          job 2: run time (-1.0) must be from 0 to 4.0E9
                        --load stretches the time of log.swf by 0.2000: a day of the log takes 4.8 hours now
                        """);
        assertThat(read(file).jobs()).extracting(WorkloadJob::submitSeconds).containsExactly(0.0, 20.0);
        assertThat(read(file).offeredLoad(8)).isEqualTo(0.5);
    }

    @Test
    void theHeaderSaysHowTheLoadWasReached() throws IOException {
        Path log = Files.writeString(folder.resolve("log.swf"), LOG);

        assertThat(generate("from", log.toString(), "--load", "0.5").out())
                .contains(
                        "; Note: made by sluice generate: from log.swf, time stretched by 0.200000 to load 0.5, seed 1");
        assertThat(generate("lublin", "--jobs", "50", "--machine", "8", "--load", "0.5")
                        .out())
                .contains("; Note: made by sluice generate: lublin, combined jobs, load 0.5 by the rate of arrivals,");
        assertThat(generate("from", "--help").out().replaceAll("\\s+", " "))
                .contains("With 'from' time is stretched", "the daily cycle stays 24 hours long");
    }

    @Test
    void onlyTheFirstJobsOfALogAreTakenOnRequest() throws IOException {
        Path log = Files.writeString(folder.resolve("log.swf"), LOG);

        Terminal terminal = generate("from", log.toString(), "--jobs", "1", "--machine", "16");

        assertThat(terminal.out())
                .contains("; MaxProcs: 16")
                .endsWith(";\n1 0 -1 10 4 -1 -1 4 100 -1 -1 1 -1 -1 -1 -1 -1 -1\n");
    }

    @Test
    void aMalformedLineIsBadInputUnlessLenient() throws IOException {
        Path log = Files.writeString(folder.resolve("log.swf"), LOG + "4 100 soon\n");
        String problem = log + ":5:7: field 3, wait time: must be a number (soon)";

        Terminal strict = generate("from", log.toString());
        Terminal lenient = generate("from", log.toString(), "--lenient");

        assertThat(strict.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(strict.err()).contains(problem);
        assertThat(strict.out()).isEmpty();
        assertThat(lenient.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(lenient.err()).startsWith("2 left out; the first:\n  " + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "lublin --jobs 0 --machine 4 | --jobs (0) must be from 1 to 20000000",
                "lublin --jobs 5 --machine -4 | --machine (-4) must be 1 or more",
                "lublin --jobs 5 | Missing required option: '--machine=N'",
                "lublin --jobs five --machine 4 | 'five' is not an int",
                "lublin --jobs 5 --machine 4 --load -1 | load (-1.0) must be positive",
                "lublin --jobs 1 --machine 4 --load 1 | has no load to scale",
                "lublin --jobs 5 --machine 4 --estimates magic | magic",
                "lublin --jobs 5 --machine 4 --max-estimate 2h | --max-estimate is for --estimates tsafrir, not (exact)",
                "lublin --jobs 500 --machine 4 --estimates tsafrir --max-estimate 1h | is below the longest run time",
                "lublin --jobs 5 --machine 4 -o x.txt | x.txt: the name must end in .swf or .json",
                "poisson --jobs 5 --machine 4 --amplitude 2 | the amplitude (2.0) must be from 0 to 1",
                "poisson --jobs 5 --machine 4 --gap soon | 'soon' is not a duration such as 90, 5m, 1.5h or 2d",
                "poisson --jobs 5 --machine 4 --gap inf | 'inf' is not a duration",
                "poisson --jobs 5 --machine 4 --max-size 5 | the largest size (5) must be from 1 to the machine's (4)",
                "from nowhere.swf | nowhere.swf: there is no such file",
                "from nowhere.txt | nowhere.txt: the name must end in .swf or .json"
            })
    void badInputIsReportedWithExitCodeTwo(String arguments, String message) {
        Terminal terminal = generate(arguments.strip().split(" ", -1));

        assertThat(terminal.err()).contains(message);
        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.out()).isEmpty();
    }

    @Test
    void aMissingFolderIsBadInput() {
        String file = folder.resolve("none/trace.swf").toString();

        Terminal terminal = generate("lublin", "--jobs", "5", "--machine", "4", "-o", file);

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(terminal.err()).contains(file + ": there is no such folder");
    }

    @Test
    void aFailureLeavesTheOldFileAndNothingElse() throws IOException {
        Path file = Files.writeString(folder.resolve("trace.swf"), "before");

        Terminal terminal = generate("lublin", "--jobs", "1", "--machine", "4", "--load", "1", "-o", file.toString());

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(file).hasContent("before");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lublin", "poisson", "from"})
    void everySubcommandHasHelpWithExamples(String way) {
        Terminal terminal = generate(way, "--help");

        assertThat(terminal.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(terminal.out()).contains("Usage: sluice generate " + way, "--seed", "Examples:");
    }

    @Test
    void mistypedWordsGetASuggestion() {
        assertThat(generate("lubin").err()).contains("there is no command 'lubin'", "Did you mean 'lublin'?");
        assertThat(generate("lublin", "--job", "5", "--machine", "4").err()).contains("--job");
    }

    private static Terminal generate(String... arguments) {
        return Terminal.run(with(new String[] {"generate"}, arguments));
    }

    private static String[] with(String[] first, String... more) {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    private static Workload read(Path file) throws IOException {
        return WorkloadFormat.of(file)
                .orElseThrow()
                .read(file, WorkloadFormat.Options.USUAL)
                .workload();
    }
}
