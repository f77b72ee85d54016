package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.simulator.result.SubmittedJob;
import dev.sluice.simulator.result.SubmittedJob.Owner;
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
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
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
        assertThat(count(page, "<canvas role=\"img\"")).isEqualTo(10);
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
    void theRunsShownCanBeChosen() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.DESKTOP, sixRuns())) {
            assertThat(texts(tab, ".compare thead th + th")).containsExactly("run-0", "run-1", "run-2", "run-3");
            assertThat(texts(tab, "#by-size thead th:nth-child(n + 4)")).hasSize(4);

            click(tab, ".chip:nth-of-type(1) input");
            click(tab, ".chip:nth-of-type(6) input");

            assertThat(texts(tab, ".compare thead th + th")).containsExactly("run-1", "run-2", "run-3", "run-5");
            assertThat(texts(tab, "#by-user thead th:nth-child(n + 4)"))
                    .containsExactly("run-1", "run-2", "run-3", "run-5");
            assertThat(texts(tab, "details.gantt:not([hidden]) summary"))
                    .containsExactly("run-1", "run-2", "run-3", "run-5");
            assertThat(tab.download(CLICK.formatted("#chart-waits .export button"))
                            .lines()
                            .map(line -> line.replaceAll(",.*", ""))
                            .distinct())
                    .containsExactly("series", "run-1", "run-2", "run-3", "run-5");
            assertThat(tab.console()).isEmpty();
        }
    }

    @Test
    void phonesShowAllValuesWithoutScrollingSideways() throws IOException, InterruptedException {
        for (boolean isDark : List.of(false, true)) {
            try (BrowserTab tab = use(new Screen(390, 844, isDark), sixRuns())) {
                assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt())
                        .isEqualTo(390);
                assertThat(strings(tab.evaluate(CLIPPED))).isEmpty();
                assertThat(tab.evaluate("document.documentElement.dataset.theme")
                                .asText())
                        .isEqualTo(isDark ? "dark" : "light");
            }
        }
    }

    @Test
    void findingAJobBringsItIntoViewAndMarksIt() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.PHONE, sixRuns())) {
            find(tab, "150");

            assertThat(tab.evaluate("scrollY").asInt()).isPositive();
            assertThat(tab.evaluate(IN_VIEW).asBoolean()).isTrue();
            assertThat(texts(tab, "#over-time > [role=status]"))
                    .anyMatch(text -> text.startsWith("Job 150 (run-0): user "));

            find(tab, "77777");

            assertThat(texts(tab, "#found")).containsExactly("There is no job with the number 77777.");
        }
    }

    @Test
    void everyChartIsSavedAsCsvAndSvg() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.DESKTOP, sixRuns())) {
            int charts = tab.evaluate("document.querySelectorAll('main canvas[role=img]').length")
                    .asInt();
            // All but the overview, which repeats the utilisation.
            assertThat(texts(tab, ".export")).hasSize(charts - 1);

            String drawing = tab.download(CLICK.formatted("details.gantt .export button:last-child"));
            String jobs = tab.download(CLICK.formatted("details.gantt .export button"));
            String queue = tab.download(CLICK.formatted("#chart-queue .export button"));

            assertThat(drawing).startsWith("<svg xmlns=").endsWith("</svg>\n").contains("<rect", "resources</text>");
            assertThat(jobs.lines())
                    .hasSize(201)
                    .contains(
                            "run,job,user,queue,state,resources,submit,start,end,submitted,started,ended,resource_ids");
            assertThat(queue.lines().findFirst()).contains("run,time,date,value");
            assertThat(tab.console()).isEmpty();
        }
    }

    @Test
    void timesAreDatesWhereTheTraceHasThem() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.DESKTOP, sixRuns())) {
            find(tab, "1");

            assertThat(texts(tab, "#subtitle").getFirst()).contains("2006-11-1");
            assertThat(texts(tab, "#over-time > [role=status]")).anyMatch(text -> text.contains("submitted 2006-11-1"));

            tab.evaluate(
                    "{ const times = document.getElementById('times'); times.value = 'since'; times.dispatchEvent(new Event('change')); }");
            find(tab, "2");

            assertThat(texts(tab, "#over-time > [role=status]")).noneMatch(text -> text.contains("2006-"));
        }
    }

    @Test
    void optionsAreShownOnceWhereRunsShareThemElseSideBySide() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.DESKTOP, sixRuns())) {
            assertThat(texts(tab, "#setup dl dt")).containsExactly("machine", "queues");
            assertThat(texts(tab, "#setup dl details:not([open]) summary")).containsExactly("queues: (2 lines)");
            assertThat(texts(tab, "#setup tbody tr")).containsExactly("policy run-0 run-1 run-2 run-3");
            assertThat(texts(tab, "#endings tbody th")).containsOnly("completed walltime reached");
        }
    }

    @Test
    void theErrorOfEstimatesIsOfPoliciesThatEstimateOnly() throws IOException, InterruptedException {
        RunResult estimates = SampleRuns.greedy(200, 32, true, 1);
        try (BrowserTab tab = use(Screen.DESKTOP, List.of(withoutEstimates(), estimates))) {
            String row = ".compare tbody tr:has(th:first-child):nth-of-type(21)";

            assertThat(texts(tab, row + " th")).containsExactly("Estimated start, mean error");
            assertThat(texts(tab, row + " td").getFirst()).isEqualTo("–");
            assertThat(texts(tab, row + " td.best")).isEmpty();
            assertThat(tab.download(CLICK.formatted("#chart-estimate-errors .export button")))
                    .contains("\ngreedy,")
                    .doesNotContain("\nfcfs,");
        }
    }

    @Test
    void twoRunsAreComparedJobByJob() throws IOException, InterruptedException {
        try (BrowserTab tab = use(Screen.DESKTOP, sixRuns())) {
            assertThat(texts(tab, "#differences .lead").getFirst())
                    .startsWith("Under run-1, ")
                    .contains(" of 200 jobs wait less than under run-0");
            String job = texts(tab, "#differences tbody th").getFirst();

            click(tab, "#differences tbody th button");

            assertThat(tab.evaluate(IN_VIEW).asBoolean()).isTrue();
            assertThat(texts(tab, "#over-time > [role=status]"))
                    .anyMatch(text -> text.startsWith("Job " + job + " (run-0)"));
        }
    }

    private static final String CLICK = "document.querySelector('%s').click()";

    /// Elements whose text is wider than they are.
    private static final String CLIPPED = """
            [...document.querySelectorAll("main *:not(canvas, option)")]
              .filter(part => part.clientWidth > 0 && part.scrollWidth > part.clientWidth + 1).map(part => part.outerHTML)""";

    /// Whether the chart that has the focus is inside of the window.
    private static final String IN_VIEW = """
            (() => {
              const box = document.activeElement.getBoundingClientRect();
              return document.activeElement.tagName === "CANVAS" && box.top >= 0 && box.bottom <= innerHeight;
            })()""";

    /// Of one workload, with dates and options, under two schedulers and six names.
    private static List<RunResult> sixRuns() {
        return IntStream.range(0, 6)
                .mapToObj(run -> {
                    LinkedHashMap<String, String> options = new LinkedHashMap<>();
                    options.put("policy", "run-" + run);
                    options.put("machine", "32");
                    options.put("queues", "queues:\n- name: batch\n");
                    return SampleRuns.greedy("run-" + run, 200, 32, run % 2 == 1, 1)
                            .with(new RunSetup(options, OptionalLong.of(1_163_199_901)));
                })
                .toList();
    }

    /// Jobs that start without having been told when.
    private static RunResult withoutEstimates() {
        RunRecorder run = new RunRecorder(new RunName("fcfs", "sample-200", "32 processors", 1), 32, 0);
        int row = run.submitted(new SubmittedJob(1, "", "w0", "", 0, 1, 100, new Owner("ann", "staff", "batch")));
        run.started(row, 0, false);
        run.finished(row, 1_000_000_000L, FinalState.COMPLETED_SUCCESSFULLY);
        return run.close(0);
    }

    private BrowserTab use(Screen screen, List<RunResult> runs) throws IOException, InterruptedException {
        Path file = folder.resolve("report.html");
        RunReport.write(runs, file);
        return BrowserTab.open(chromium(), file, folder, screen);
    }

    private static void click(BrowserTab tab, String selector) throws IOException, InterruptedException {
        tab.evaluate(CLICK.formatted(selector));
    }

    private static void find(BrowserTab tab, String job) throws IOException, InterruptedException {
        tab.evaluate("document.getElementById('find').value = '" + job + "'");
        click(tab, ".tool:has(#find) button");
    }

    /// What the elements that match show, with single spaces.
    private static List<String> texts(BrowserTab tab, String selector) throws IOException, InterruptedException {
        return strings(
                tab.evaluate("[...document.querySelectorAll('" + selector + "')].map(element => element.innerText)"));
    }

    private static List<String> strings(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText().replaceAll("\\s+", " ").strip()));
        return texts;
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
