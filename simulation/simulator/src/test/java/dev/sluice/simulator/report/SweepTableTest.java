package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.output.SummaryFile;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepTableTest {

    @Test
    void writtenTablesReadBackEqual(@TempDir Path folder) throws IOException {
        List<SweepRow> rows = List.of(
                SweepRow.of(parameters("fcfs, strict", "1"), RunSummary.of(SampleRuns.small())),
                new SweepRow(
                        parameters("say \"easy\"\nplease", "2"),
                        Map.of("makespan", 0.1, "wait_max", Double.NaN, "failed", 3.0)));

        SweepTable.write(rows, folder.resolve("sweep.csv"));

        assertThat(SweepTable.read(folder.resolve("sweep.csv"))).isEqualTo(rows);
    }

    @Test
    void aTableHasTheJobCountsAndAllNumbersOfASummary(@TempDir Path folder) throws IOException {
        RunResult run = SampleRuns.small();
        Path file = folder.resolve("sweep.csv");

        SweepTable.write(List.of(SweepRow.of(parameters("easy", "1"), RunSummary.of(run))), file);

        String header = Files.readAllLines(file).getFirst();
        assertThat(header)
                .contains(
                        "seed,submitted,started,succeeded,failed,wall_time_reached,killed,rejected,unfinished,backfilled")
                .endsWith("down_share,lost_resource_seconds,estimate_error_jobs,estimates_at_submission");
        Matcher keys = Pattern.compile("\"(\\w+)\" : [-0-9n]").matcher(SummaryFile.text(run));
        // Of the run itself, and of the jobs that did not end well.
        List<String> ofRun = List.of("seed", "resources", "jobs");
        assertThat(List.of(header.split(",", -1)))
                .containsAll(keys.results()
                        .map(found -> found.group(1))
                        .filter(key -> !ofRun.contains(key))
                        .toList());
    }

    @Test
    void aFileThatLacksAColumnIsNotComplete(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("old.csv");
        SweepTable.write(List.of(SweepRow.of(parameters("easy", "1"), RunSummary.of(SampleRuns.small()))), file);
        assertThat(SweepTable.readComplete(file)).isEqualTo(SweepTable.read(file));

        Files.writeString(file, Files.readString(file).replace(",killed,", ",slain,"));

        assertThatThrownBy(() -> SweepTable.readComplete(file)).hasMessageEndingWith("column (killed) is missing");
    }

    @Test
    void columnsNamedLikeMetricsAreMetrics() {
        SweepRow row = SweepTable.parse("load,makespan,policy\r\n0.9,12.5,easy\r\n", "s.csv")
                .getFirst();

        assertThat(row.parameters()).containsExactly(Map.entry("load", "0.9"), Map.entry("policy", "easy"));
        assertThat(row.values()).containsExactly(Map.entry("makespan", 12.5));
    }

    @Test
    void mistakesAreNamedWithTheirPlace() {
        assertProblem("policy,makespan\neasy,fast\n", "s.csv:2:2: makespan: (fast) is not a number");
        assertProblem("policy,makespan\neasy\n", "s.csv:2:1: (1) fields, where the header has (2)");
        assertProblem("policy\n\"easy\n", "s.csv:2:1: a quote is opened and not closed");
        assertProblem("policy\n\"ea\"sy\n", "s.csv:2:1: text after a closing quote. Maybe quotes are not doubled?");
        assertProblem("policy,policy\n", "s.csv:1:1: a column is named twice in the header ([policy, policy])");
        assertProblem("", "s.csv:1:1: no header. Maybe the file is empty?");
    }

    private static void assertProblem(String text, String message) {
        assertThatThrownBy(() -> SweepTable.parse(text, "s.csv"))
                .isInstanceOf(TraceException.class)
                .hasMessage(message);
    }

    private static SequencedMap<String, String> parameters(String policy, String seed) {
        SequencedMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SweepRow.POLICY, policy);
        parameters.put(SweepRow.SEED, seed);
        return parameters;
    }
}
