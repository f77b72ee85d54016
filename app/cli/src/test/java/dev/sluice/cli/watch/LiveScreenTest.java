package dev.sluice.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.AuditStage;
import dev.sluice.controller.audit.AuditStage.Doing;
import dev.sluice.controller.audit.Drift;
import dev.sluice.controller.sync.Source;
import dev.sluice.controller.view.Amounts;
import dev.sluice.controller.view.ClusterView;
import dev.sluice.controller.view.NodeView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jline.terminal.Size;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

/// The live picture on a terminal of 80 columns and 24 lines.
class LiveScreenTest {
    private static final int COLUMNS = 80;
    private static final int LINES = 24;
    private static final long SECOND = 1_000_000_000L;
    private static final String PROBLEM = "the cluster cannot be followed: nodes, pods of other schedulers"
            + " (the API server answers with text/html instead of JSON)";

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ScreenText shown = new ScreenText(COLUMNS, LINES);
    private LiveScreen screen;

    @BeforeEach
    void open() throws IOException {
        DumbTerminal terminal =
                new DumbTerminal("test", "xterm", InputStream.nullInputStream(), written, StandardCharsets.UTF_8);
        terminal.setSize(new Size(COLUMNS, LINES));
        screen = new LiveScreen(terminal);
    }

    private static Situation situation(int nodes, String suffix, List<Drift> drifts, String... problems) {
        List<NodeView> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            all.add(new NodeView(
                    "node-" + i + suffix,
                    "rack:r" + i / 4,
                    Set.of(),
                    new TreeMap<>(Map.of(
                            "cpu",
                            new Amounts(8000, 1500, 0, 6500),
                            "memory",
                            new Amounts(1L << 34, 0, 0, 1L << 34)))));
        }
        ClusterView view = new ClusterView(
                100 * SECOND, all, nodes, 0, 1234, 1000, 0, Map.of(Source.NODES, 7L, Source.FOREIGN_PODS, 8L));
        AuditReport report = new AuditReport(25 * SECOND, nodes, nodes, 3, drifts, drifts.size(), 0, 0);
        return new Situation(
                view,
                41.6,
                report,
                new AuditStage(Doing.WAITING, 1_234_567, 1_234_568),
                List.of(problems),
                LagProbe.Lag.NONE,
                new ProcessUse(1, 300 << 20, 0));
    }

    private void show(Situation now) {
        WatchCommand.show(screen, Rows.nodes, Ansi.ON, now);
        take();
    }

    private void take() {
        shown.write(written.toString(StandardCharsets.UTF_8));
        written.reset();
    }

    /// Lines are broken at spaces.
    private String text() {
        return shown.lines().stream().map(String::strip).collect(Collectors.joining(" "));
    }

    private void assertThatAllFits() {
        assertThat(shown.wraps()).as("lines that are too wide").isZero();
        assertThat(shown.scrolls()).as("lines that are too many").isZero();
    }

    @Test
    void aLargeClusterFitsAndItsNewsAreNotCut() {
        Drift drift =
                new Drift("node-7", "cpu", "1500", "500", "a-namespace/a-pod-with-quite-a-long-name-6b7f9c5d4-x2x4v");

        show(situation(500, "", Collections.nCopies(5, drift), PROBLEM));

        assertThatAllFits();
        assertThat(text())
                .contains("nodes: 500, pods: 500 of others and 0 own; 42 events/s, 1234 in all; 300Mi of memory")
                .contains("waiting for the watches to pass versions 1234567 of nodes and 1234568 of pods")
                .contains(PROBLEM)
                .contains("drift " + drift)
                .contains("more, none fuller")
                .endsWith("░ free, ▒ on closed nodes");
    }

    @Test
    void longNamesLeaveRoomForTheirNodes() {
        show(situation(30, ".a-very-long-subdomain-of-a-data-centre.some-region.compute.example.com", List.of()));

        assertThatAllFits();
        assertThat(shown.lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("rack:r0/node-3.a-very-long")
                        .endsWith("…  open"));
    }

    @Test
    void aSmallerPictureLeavesNothingOfTheOneBefore() {
        show(situation(500, "", List.of(), PROBLEM));
        show(situation(1, "", List.of()));

        assertThatAllFits();
        assertThat(text()).doesNotContain("cannot").doesNotContain("?").doesNotContain("node-1 ");
    }

    @Test
    void aLineOfFullWidthIsShownWhole() {
        String line = "x".repeat(COLUMNS - 1) + "y";

        screen.show(Collections.nCopies(LINES, line));
        take();

        assertThatAllFits();
        assertThat(shown.lines()).containsOnly(line).hasSize(LINES);
    }

    @Test
    void nothingIsShownAfterTheEnd() {
        screen.close();
        take();

        screen.show(List.of("late"));

        assertThat(written.size()).isZero();
    }
}
