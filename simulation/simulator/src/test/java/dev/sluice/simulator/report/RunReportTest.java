package dev.sluice.simulator.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.simulator.SampleRuns;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunRecorder;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunReportTest {

    @TempDir
    Path folder;

    @Test
    void thePageRefersToNothingOutsideOfItself() throws IOException {
        assertThat(report(SampleRuns.small()))
                .doesNotContainPattern("https?:|ftp:|//[a-z]+\\.[a-z]")
                .doesNotContainPattern(
                        "<link|<iframe|<object|@import|url\\(|\\bsrc=|fetch\\(|XMLHttpRequest|WebSocket");
    }

    @Test
    void theSecurityPolicyAllowsExactlyTheScriptAndTheStyleOfThePage() throws Exception {
        String page = report(SampleRuns.small());

        assertThat(page)
                .contains("default-src 'none'; style-src '" + hash(between(page, "<style>", "</style>"))
                        + "'; script-src '" + hash(between(page, "<script>", "</script>")) + "'");
    }

    @Test
    void namesCannotBecomePartsOfThePage() throws IOException {
        String page = report(HostileRuns.run());

        assertThat(count(page, "<script")).isEqualTo(2);
        assertThat(count(page, "</script")).isEqualTo(2);
        assertThat(page).doesNotContain("<img", "<!--");
        assertThat(between(page, "id=\"data\">", "</script>")).doesNotContain("<");
    }

    @Test
    void pagesOfSweepsAreAsCareful() throws IOException {
        LinkedHashMap<String, String> parameters = new LinkedHashMap<>();
        HostileRuns.NAMES.forEach(name -> parameters.put(name, name));
        SweepRow row = SweepRow.of(parameters, RunSummary.of(SampleRuns.small()));
        Path file = folder.resolve("sweep.html");

        ComparisonReport.write(
                HostileRuns.NAMES.getFirst(), List.of(row), HostileRuns.NAMES.getLast(), HostileRuns.NAMES, file);

        assertThat(count(Files.readString(file), "<script")).isEqualTo(2);
        assertThat(Files.readString(file)).doesNotContain("<img", "<!--", "https:");
    }

    @Test
    void theSameRunsGiveTheSameBytes() throws IOException {
        assertThat(report(SampleRuns.greedy(300, 32, true, 5))).isEqualTo(report(SampleRuns.greedy(300, 32, true, 5)));
    }

    @Test
    void twoPoliciesShareTheColumnsOfTheirWorkload() throws IOException {
        int one = report(SampleRuns.greedy(5000, 64, true, 5)).length();
        Path file = folder.resolve("two.html");

        RunReport.write(List.of(SampleRuns.greedy(5000, 64, false, 5), SampleRuns.greedy(5000, 64, true, 5)), file);

        int scripts = report(SampleRuns.small()).length();
        assertThat(Files.size(file) - scripts).isLessThan(9 * (one - scripts) / 5);
    }

    @Test
    void theTitleIsTheFileNameOfTheTrace() throws IOException {
        RunRecorder recorder =
                new RunRecorder(new RunName("easy", "/data/traces/2006/atlas.swf.gz", "4 nodes", 1), 4, 0);

        String page = report(recorder.close(1));

        assertThat(page).contains("<title>atlas.swf.gz – Sluice</title>", "<h1 id=\"title\">atlas.swf.gz</h1>");
        assertThat(data(page).at("/runs/0/trace").asText()).isEqualTo("/data/traces/2006/atlas.swf.gz");
    }

    @Test
    void thePageHasTheOptionsOfARunAndTheStartOfItsTrace() throws IOException {
        LinkedHashMap<String, String> options = new LinkedHashMap<>();
        options.put("policy", "easy");
        options.put("queues", "queues:\n- name: batch\n");

        JsonNode run = data(report(SampleRuns.small().with(new RunSetup(options, OptionalLong.of(1_163_199_901)))))
                .at("/runs/0");

        assertThat(run.get("unixStart").asLong()).isEqualTo(1_163_199_901);
        assertThat(run.get("options").toString())
                .isEqualTo("[[\"policy\",\"easy\"],[\"queues\",\"queues:\\n- name: batch\\n\"]]");
    }

    @Test
    void aRunWithoutRecordedOptionsShowsNoneAndNoDate() throws IOException {
        JsonNode run = data(report(SampleRuns.small())).at("/runs/0");

        assertThat(run.get("options")).isEmpty();
        assertThat(run.has("unixStart")).isFalse();
    }

    @Test
    void thePageListsTheJobsThatDidNotSucceed() throws IOException {
        JsonNode endings = data(report(SampleRuns.small())).at("/runs/0/endings");

        assertThat(endings.findValuesAsText("state"))
                .containsExactly("REJECTED", "COMPLETED_WALLTIME_REACHED", "COMPLETED_FAILED", "COMPLETED_KILLED");
        assertThat(endings.get(0).get("count").asInt()).isEqualTo(1);
        assertThat(endings.get(0).get("first").toString()).isEqualTo("[\"4\"]");
    }

    @Test
    void noRunsAndTooManyAreRefused() {
        assertThatThrownBy(() -> RunReport.write(List.of(), folder.resolve("none.html")))
                .hasMessage("a report shows 1 to (12) runs, not (0)");
        assertThatThrownBy(
                        () -> RunReport.write(Collections.nCopies(13, SampleRuns.small()), folder.resolve("many.html")))
                .hasMessage("a report shows 1 to (12) runs, not (13)");
    }

    private String report(RunResult run) throws IOException {
        Path file = folder.resolve("report.html");
        RunReport.write(List.of(run), file);
        return Files.readString(file);
    }

    private static JsonNode data(String page) throws IOException {
        return new ObjectMapper().readTree(between(page, "id=\"data\">", "</script>"));
    }

    private static long count(String text, String part) {
        return Pattern.compile(Pattern.quote(part)).matcher(text).results().count();
    }

    private static String between(String text, String begin, String end) {
        Matcher matcher = Pattern.compile(Pattern.quote(begin) + "(.*?)" + Pattern.quote(end), Pattern.DOTALL)
                .matcher(text);
        assertThat(matcher.find()).as(begin).isTrue();
        return matcher.group(1);
    }

    private static String hash(String text) throws NoSuchAlgorithmException {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return "sha256-" + Base64.getEncoder().encodeToString(digest);
    }
}
