package dev.sluice.cli.demo.live;

import dev.sluice.queue.postgres.History.PastJob;
import dev.sluice.runtime.time.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/// A page about a run: when each job waited and ran, and where. One file, without scripts.
record RunPage(List<PastJob> jobs, List<String> decisions, String audit, long beginNanos, long endNanos) {
    private static final int WIDTH = 760;
    private static final int LEFT = 140;
    private static final int ROW = 26;
    private static final int BAR = 16;
    private static final int TICK_SECONDS = 5;

    void write(Path file) throws IOException {
        Path folder = file.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(file, html(), StandardCharsets.UTF_8);
    }

    private String html() {
        StringBuilder rows = new StringBuilder();
        int y = ROW;
        for (PastJob job : jobs) {
            rows.append(row(job, y));
            y += ROW;
        }
        StringBuilder table = new StringBuilder();
        for (PastJob job : jobs) {
            table.append("<tr><td>%s<td>%s<td>%s<td>%s<td>%s%n"
                    .formatted(
                            escaped(job.name()),
                            escaped(job.state()),
                            job.startedNanos() < 0 ? "" : seconds(job.startedNanos() - job.submittedNanos()) + " s",
                            escaped(job.nodes()),
                            job.isBackfilled() ? "backfilled" : ""));
        }
        StringBuilder lines = new StringBuilder();
        decisions.forEach(line -> lines.append(escaped(line)).append('\n'));
        return """
                <!doctype html>
                <html lang="en"><meta charset="utf-8"><title>Sluice: a run</title>
                <style>
                body { font: 15px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }
                .wait { fill: #d9dde3; } .run { fill: #3b78c3; } .backfilled { fill: #3f9b5f; }
                .failed { fill: #c4574a; } text { font-size: 12px; fill: #333; } line { stroke: #ddd; }
                table { border-collapse: collapse; } td, th { padding: .2em .8em; text-align: left; }
                pre { background: #f5f6f8; padding: 1em; overflow-x: auto; }
                @media (prefers-color-scheme: dark) { body { background: #16181c; color: #ddd; } text { fill: #ccc; }
                line { stroke: #333; } pre { background: #22252b; } .wait { fill: #444a55; } }
                </style>
                <h1>A run of Sluice</h1>
                <p>Each row is a job: grey while it waits, blue while it runs, green if it was backfilled, red if it
                failed. From the records in the database.</p>
                <svg viewBox="0 0 %d %d" role="img" aria-label="jobs over time">%s%s</svg>
                <table><tr><th>job<th>end<th>waited<th>nodes<th></tr>
                %s</table>
                <h2>Decisions</h2><pre>%s</pre>
                <p>%s</p>
                </html>
                """.formatted(WIDTH, y + ROW, ticks(y), rows, table, lines, escaped(audit));
    }

    private String ticks(int height) {
        StringBuilder ticks = new StringBuilder();
        long last = (endNanos - beginNanos) / Clock.NANOS_PER_SECOND;
        for (long at = 0; at <= last; at += TICK_SECONDS) {
            double x = x(beginNanos + at * Clock.NANOS_PER_SECOND);
            ticks.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%.1f\" y1=\"16\" x2=\"%.1f\" y2=\"%d\"/><text x=\"%.1f\" y=\"12\">%d s</text>%n",
                    x,
                    x,
                    height,
                    x,
                    at));
        }
        return ticks.toString();
    }

    private String row(PastJob job, int y) {
        long start = job.startedNanos() < 0 ? endNanos : job.startedNanos();
        long end = job.endedNanos() < 0 ? endNanos : job.endedNanos();
        String kind = job.state().equals("completed") ? (job.isBackfilled() ? "backfilled" : "run") : "failed";
        return "<text x=\"4\" y=\"%d\">%s</text>%n".formatted(y + BAR - 3, escaped(job.name()))
                + bar("wait", job.submittedNanos(), start, y)
                + (job.startedNanos() < 0 ? "" : bar(kind, start, end, y));
    }

    private String bar(String kind, long from, long to, int y) {
        return String.format(
                Locale.ROOT,
                "<rect class=\"%s\" x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>%n",
                kind,
                x(from),
                y,
                Math.max(1, x(to) - x(from)),
                BAR);
    }

    private double x(long nanos) {
        return LEFT + (WIDTH - LEFT - 10.0) * (nanos - beginNanos) / Math.max(1, endNanos - beginNanos);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f", nanos / (double) Clock.NANOS_PER_SECOND);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
