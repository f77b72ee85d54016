package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.testkit.browser.BrowserTab;
import dev.sluice.testkit.browser.BrowserTab.Screen;
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
class SweepPagesIT {

    @TempDir
    Path folder;

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
                .containsPattern("title=\"best\"[^>]*>4 s</td>")
                .containsPattern("title=\"best\"[^>]*>8 s</td>");
    }

    private static SweepRow valued(String policy, Map<String, Double> values) {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put(SweepRow.POLICY, policy);
        parameters.put(SweepRow.SEED, "0");
        return new SweepRow(parameters, values);
    }

    @Test
    void phonesShowAllValuesWithoutScrollingSideways() throws IOException, InterruptedException {
        for (boolean isDark : List.of(false, true)) {
            Path file = writeSweep(List.of("0.7", "0.9"), "/data/logs/one.swf", "/data/logs/two.swf");
            try (BrowserTab tab = BrowserTab.open(chromium(), file, folder, new Screen(390, 844, isDark))) {
                assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                        .isEqualTo(390);
                assertThat(tab.console()).isEmpty();
            }
        }
    }

    private Opened openSweep(List<String> loads, String... traces) throws IOException, InterruptedException {
        return chromium().open(writeSweep(loads, traces), folder);
    }

    private Path writeSweep(List<String> loads, String... traces) throws IOException {
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
        return file;
    }

    private static SweepRow row(String trace, String load, boolean backfills, long seed) {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put("trace", trace);
        parameters.put(SweepRow.LOAD, load);
        parameters.put(SweepRow.POLICY, backfills ? "greedy" : "fcfs");
        parameters.put(SweepRow.SEED, Long.toString(seed));
        return SweepRow.of(parameters, RunSummary.of(SampleRuns.greedy(200, 32, backfills, seed)));
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
