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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
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
        List<SweepRow> rows = LongStream.range(0, 6).mapToObj(PagesIT::row).toList();
        Path file = folder.resolve("sweep.html");

        ComparisonReport.write("A sweep", rows, file);
        Opened page = chromium().open(file, folder);

        assertIsReady(page);
        assertThat(count(page, "<canvas role=\"img\"")).isEqualTo(6);
        assertThat(page.document()).contains(" ± ");
    }

    private static SweepRow row(long run) {
        boolean backfills = run % 2 == 0;
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        parameters.put("load", "0.9");
        parameters.put(SweepRow.POLICY, backfills ? "greedy" : "fcfs");
        parameters.put(SweepRow.SEED, Long.toString(run / 2));
        return SweepRow.of(parameters, RunSummary.of(SampleRuns.greedy(200, 32, backfills, run / 2)));
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
