package dev.sluice.cli.simulate;

import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.RunResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/// Runs side by side, in the figures that one looks at first.
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
                    "%-14s %9d %10.1f%% %10.0f s %10.0f s %12.2f %10.1f%%%n",
                    run.name().policy(),
                    run.jobs().size(),
                    100 * summary.utilisation(),
                    summary.waits().mean(),
                    summary.waits().p95(),
                    summary.boundedSlowdowns().mean(),
                    100 * summary.jobs().backfilledShare());
        }
    }
}
