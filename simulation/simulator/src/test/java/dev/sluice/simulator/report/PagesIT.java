package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.testkit.browser.Chromium;
import dev.sluice.testkit.browser.Chromium.Opened;
import dev.sluice.testkit.browser.RealChromium;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RealChromium
class PagesIT {

    @TempDir
    Path folder;

    @Test
    void aReportOfTwoPoliciesOpensWithoutComplaints() throws IOException, InterruptedException {
        Opened page = open(SampleRuns.greedy(2000, 64, false, 1), SampleRuns.greedy(2000, 64, true, 1));

        assertIsReady(page);
        assertThat(page.document()).contains("Policies side by side", "Gantt chart of fcfs", "Gantt chart of greedy");
        assertThat(count(page, "<canvas role=\"img\"")).isEqualTo(7);
        assertThat(count(page, "class=\"best\"")).isGreaterThan(5);
    }

    @Test
    void aReportOfEveryWayToEndOpensWithoutComplaints() throws IOException, InterruptedException {
        Opened page = open(SampleRuns.small());

        assertIsReady(page);
        assertThat(page.document()).contains("Resources that are down over time", "1 line left out", "67.4 %");
    }

    @Test
    void aReportOfLostRunsOpensWithoutComplaints() throws IOException, InterruptedException {
        Opened page = open(SampleRuns.withLosses());

        assertIsReady(page);
        assertThat(page.document()).contains("Runs lost to failures and made again", "2 runs were lost");
    }

    @Test
    void namesAreShownAndNothingElse() throws IOException, InterruptedException {
        Opened page = open(HostileRuns.run());

        assertIsReady(page);
        assertThat(page.document())
                .doesNotContain("<title>taken over")
                .contains("&lt;img src=x onerror=")
                .contains("__proto__");
        assertThat(count(page, "<script")).isEqualTo(2);
    }

    @Test
    void aSweepOpensWithoutComplaints() throws IOException, InterruptedException {
        Opened page = openSweep(List.of("0.9"), "/data/logs/one.swf");

        assertIsReady(page);
        assertThat(count(page, "<canvas role=\"img\"")).isEqualTo(6);
        assertThat(page.document())
                .containsPattern(" ± [0-9.]+ h</td>")
                .contains("<h2>Differences to fcfs</h2>", "<li>Loads stretch time</li>")
                .doesNotContain("<h2>By load</h2>");
        assertThat(count(page, ">CSV</button>")).isEqualTo(6);
        assertThat(count(page, ">SVG</button>")).isEqualTo(6);
    }

    @Test
    void severalLoadsAreDrawnAsLines() throws IOException, InterruptedException {
        Opened page = openSweep(List.of("0.7", "0.9", "1.1"), "/data/logs/one.swf");

        assertIsReady(page);
        assertThat(count(page, "<canvas role=\"img\"")).isEqualTo(12);
        assertThat(page.document()).contains("<h2>By load</h2>", "Wait, mean against the load");
    }

    @Test
    void longPathsOfTracesAreShortenedAndKeptAsTooltips() throws IOException, InterruptedException {
        Opened one = openSweep(List.of("0.9"), "/data/logs/one.swf");
        Opened three = openSweep(List.of("0.9"), "/data/a/one.swf", "/data/b/one.swf", "/data/b/two.swf");

        assertThat(one.document())
                .contains("title=\"/data/logs/one.swf\">one.swf</span>")
                .doesNotContain(">/data/logs/one.swf<");
        assertThat(three.document())
                .contains("title=\"/data/a/one.swf\">a/one.swf</th>")
                .contains("title=\"/data/b/one.swf\">b/one.swf</th>")
                .contains("title=\"/data/b/two.swf\">two.swf</th>");
    }

    @Test
    void thePolicyWithoutAValueIsNotTheBest() throws IOException, InterruptedException {
        List<SweepRow> rows = List.of(
                valued("fcfs", Map.of("wait_mean", 5.0)),
                valued("easy", Map.of("wait_mean", 4.0, "wait_p95", 9.0)),
                valued("conservative", Map.of("wait_mean", 6.0, "wait_p95", 8.0)));
        Path file = folder.resolve("sweep.html");

        ComparisonReport.write("A sweep", rows, "fcfs", List.of(), file);
        Opened page = chromium().open(file, folder);

        assertIsReady(page);
        assertThat(count(page, "title=\"best\"")).isEqualTo(2);
        assertThat(page.document())
                .containsPattern("title=\"best\">4 s</td>")
                .containsPattern("title=\"best\">8 s</td>");
    }

    private static SweepRow valued(String policy, Map<String, Double> values) {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SweepRow.POLICY, policy);
        parameters.put(SweepRow.SEED, "0");
        return new SweepRow(parameters, values);
    }

    private Opened openSweep(List<String> loads, String... traces) throws IOException, InterruptedException {
        List<SweepRow> rows = new ArrayList<>();
        for (String trace : traces) {
            for (String load : loads) {
                for (long seed = 0; seed < 3; seed++) {
                    rows.add(row(trace, load, false, seed));
                    rows.add(row(trace, load, true, seed));
                }
            }
        }
        Path file = folder.resolve("sweep.html");
        ComparisonReport.write("A sweep", rows, "fcfs", List.of("Loads stretch time"), file);
        return chromium().open(file, folder);
    }

    private static SweepRow row(String trace, String load, boolean backfills, long seed) {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put("trace", trace);
        parameters.put(SweepRow.LOAD, load);
        parameters.put(SweepRow.POLICY, backfills ? "greedy" : "fcfs");
        parameters.put(SweepRow.SEED, Long.toString(seed));
        return SweepRow.of(parameters, RunSummary.of(SampleRuns.greedy(200, 32, backfills, seed)));
    }

    private Opened open(RunResult... runs) throws IOException, InterruptedException {
        Path file = folder.resolve("report.html");
        RunReport.write(List.of(runs), file);
        return chromium().open(file, folder);
    }

    private static Chromium chromium() {
        return Chromium.find().orElseThrow(() -> new IllegalStateException("there is no Chromium on the PATH"));
    }

    private static void assertIsReady(Opened page) {
        assertThat(page.console()).isEmpty();
        assertThat(page.document()).contains("data-ready=\"true\"");
    }

    private static long count(Opened page, String part) {
        return Pattern.compile(Pattern.quote(part))
                .matcher(page.document())
                .results()
                .count();
    }
}
