package dev.sluice.cli.simulate;

import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// The main metrics of runs, side by side.
public final class SummaryTable {
    private SummaryTable() {}

    public static void print(List<RunResult> runs, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-14s %9s %11s %12s %12s %12s %11s%n",
                "policy",
                "jobs",
                "use",
                "mean wait",
                "p95 wait",
                "slowdown",
                "backfilled");
        for (RunResult run : runs) {
            RunSummary summary = RunSummary.of(run);
            out.printf(
                    Locale.ROOT,
                    "%-14s %9d %11s %12s %12s %12s %11s%n",
                    run.name().policy(),
                    summary.jobs().submitted(),
                    figure("%.1f%%", 100 * summary.utilisation()),
                    figure("%.0f s", summary.waits().mean()),
                    figure("%.0f s", summary.waits().p95()),
                    figure("%.2f", summary.boundedSlowdowns().mean()),
                    figure("%.1f%%", 100 * summary.jobs().backfilledShare()));
        }
    }

    /// Returns a dash for undefined values, such as the mean wait of no jobs.
    private static String figure(String format, double value) {
        return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
    }
}
