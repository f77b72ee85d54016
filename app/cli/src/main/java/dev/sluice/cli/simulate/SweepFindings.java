package dev.sluice.cli.simulate;

import dev.sluice.simulator.report.SweepRow;
import java.util.ArrayList;
import java.util.List;

/// Remarks on a sweep besides its metrics: runs with unsuccessful jobs, or with jobs without a requested time.
final class SweepFindings {
    private SweepFindings() {}

    static List<String> of(List<SweepRow> rows) {
        List<String> findings = new ArrayList<>();
        add(findings, rows, "rejected", "rejected jobs");
        add(findings, rows, "wall_time_reached", "jobs cut at their wall time");
        add(findings, rows, "failed", "failed jobs");
        add(findings, rows, "unfinished", "unfinished jobs");
        add(findings, rows, "without_requested_time", "jobs without a requested time (see missing-estimates)");
        return findings;
    }

    private static void add(List<String> findings, List<SweepRow> rows, String key, String what) {
        long runs = rows.stream().filter(row -> count(row, key) > 0).count();
        if (runs > 0) {
            long most = rows.stream().mapToLong(row -> count(row, key)).max().orElse(0);
            findings.add("%d of %d runs have %s, up to %d".formatted(runs, rows.size(), what, most));
        }
    }

    private static long count(SweepRow row, String key) {
        return Math.round(row.values().getOrDefault(key, 0.0));
    }
}
