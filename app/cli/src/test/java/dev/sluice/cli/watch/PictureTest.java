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
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Help.Ansi;

class PictureTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long GIB = 1L << 30;
    private static final AuditStage RESTING = new AuditStage(Doing.RESTING, 0, 0);

    private static List<NodeView> nodes(int nodes) {
        List<NodeView> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            all.add(new NodeView(
                    "node-" + i,
                    "rack:r" + i / 4,
                    i == 1 ? Set.of(ClosedReason.CORDONED, ClosedReason.DOWN) : Set.of(),
                    new TreeMap<>(Map.of(
                            "cpu", new Amounts(8000, 1500, i == 0 ? 4000 : 0, i == 1 ? 0 : 6500),
                            "memory", new Amounts(16 * GIB, GIB / 2, 0, i == 1 ? 0 : 16 * GIB - GIB / 2),
                            "nvidia.com/gpu", new Amounts(4, 0, i == 0 ? 4 : 0, i == 0 || i == 1 ? 0 : 4)))));
        }
        return all;
    }

    private static Situation situation(int nodes, AuditStage stage, List<Drift> drifts) {
        return situation(nodes(nodes), stage, drifts);
    }

    private static Situation situation(List<NodeView> all, AuditStage stage, List<Drift> drifts) {
        int nodes = all.size();
        Map<Source, Long> versions = Map.of(Source.NODES, 7L, Source.FOREIGN_PODS, 8L, Source.OWN_PODS, 8L);
        ClusterView view = new ClusterView(100 * SECOND, all, nodes, 1, 1234, 1000, 0, versions);
        AuditReport report = new AuditReport(25 * SECOND, nodes, nodes + 1, 3, drifts, drifts.size(), 0, 0);
        return new Situation(view, 41.6, report, stage, List.of(), LagProbe.Lag.NONE, new ProcessUse(1, 300 << 20, 0));
    }

    private static Picture picture(Rows rows, int width, int height) {
        return new Picture(rows, width, height, Ansi.OFF);
    }

    @Test
    void nodesHaveRowsIfThereAreFew() {
        List<String> lines =
                picture(Rows.auto, Picture.UNLIMITED, Picture.UNLIMITED).lines(situation(2, RESTING, List.of()));

        assertThat(lines)
                .containsExactly(
                        "nodes: 2 (1 closed), pods: 2 of others and 1 own; 42 events/s, 1234 in all; 300Mi of memory",
                        "audit 1 min 15 s ago: drift: 0, nodes compared: 2, pods compared: 3, changed meanwhile: 3",
                        "",
                        "                nodes          cpu                    memory                    nvidia.com/gpu",
                        "all             2 (1 closed)   ██▓▓▓░░░▒▒ 3+4 of 16   █░░░░▒▒▒▒▒ 1Gi of 32Gi    ▓▓▓▓▓▒▒▒▒▒ 0+4 of 8",
                        "rack:r0/node-0  open           █▓▓▓░░░░░░ 1.5+4 of 8  █░░░░░░░░░ 512Mi of 16Gi  ▓▓▓▓▓▓▓▓▓▓ 0+4 of 4",
                        "rack:r0/node-1  down,cordoned  ██▒▒▒▒▒▒▒▒ 1.5 of 8    █▒▒▒▒▒▒▒▒▒ 512Mi of 16Gi  ▒▒▒▒▒▒▒▒▒▒ 0 of 4",
                        "█ held by pods of others, ▓ by own pods, ░ free, ▒ on closed nodes");
    }

    @Test
    void racksHaveRowsIfThereAreManyNodes() {
        List<String> lines =
                picture(Rows.auto, Picture.UNLIMITED, Picture.UNLIMITED).lines(situation(40, RESTING, List.of()));

        assertThat(lines).anyMatch(line -> line.startsWith("rack:r9  4 "));
        assertThat(lines).noneMatch(line -> line.contains("node-1"));
    }

    @Test
    void aSmallTerminalGetsAsMuchAsFits() {
        List<String> lines = picture(Rows.racks, 70, 12).lines(situation(100, RESTING, List.of()));

        assertThat(lines).hasSize(12).contains("… and 22 more, none fuller");
        assertThat(lines).allMatch(line -> line.length() <= 70).noneMatch(line -> line.contains("gpu"));
    }

    @Test
    void aSmallTerminalGetsTheFullestNodesInTheirOrder() {
        List<NodeView> nodes = nodes(100);
        nodes.set(50, using(nodes.get(50), 8000));
        nodes.set(80, using(nodes.get(80), 7000));
        nodes.set(99, using(nodes.get(99), 7900));

        List<String> lines = picture(Rows.nodes, 100, 11).lines(situation(nodes, RESTING, List.of()));

        assertThat(lines).hasSize(11).contains("… and 96 more, none fuller");
        assertThat(lines.stream()
                        .filter(line -> line.startsWith("rack:"))
                        .map(line -> line.substring(0, line.indexOf(' '))))
                .containsExactly("rack:r0/node-0", "rack:r12/node-50", "rack:r20/node-80", "rack:r24/node-99");
    }

    private static NodeView using(NodeView node, long cpu) {
        TreeMap<String, Amounts> resources = new TreeMap<>(node.resources());
        resources.put("cpu", new Amounts(8000, cpu, 0, 8000 - cpu));
        return new NodeView(node.name(), node.rack(), node.reasons(), resources);
    }

    @Test
    void anAuditThatWaitsSaysWhatFor() {
        Situation now = situation(2, new AuditStage(Doing.WAITING, 17, 18), List.of());

        assertThat(WatchText.line(now))
                .isEqualTo("1970-01-01T00:01:40Z nodes: 2 (1 closed), pods: 2 of others and 1 own, cpu 3+4 of 16,"
                        + " memory 1Gi of 32Gi, nvidia.com/gpu 0+4 of 8; 42 events/s, 1234 in all;"
                        + " audit 1 min 15 s ago: drift: 0, nodes compared: 2, pods compared: 3, changed meanwhile: 3;"
                        + " waiting for the watches to pass versions 17 of nodes and 18 of pods"
                        + " (about a minute if nothing changes)");
    }

    @Test
    void aTerminalShowsTheFirstDrifts() {
        Drift drift = new Drift("node-0", "cpu", "1500", "500", "default/p");

        assertThat(picture(Rows.auto, 80, 24).lines(situation(2, RESTING, List.of(drift))))
                .contains("drift node=node-0 what=cpu expected=1500 found=500 holder=default/p");
    }
}
