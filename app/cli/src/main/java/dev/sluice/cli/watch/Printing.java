package dev.sluice.cli.watch;

import dev.sluice.cli.console.OutputOption;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.runtime.time.Clock;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

/// What `sluice watch` prints where there is no live view: lines or JSON on standard output, and while the user
/// waits, on standard error what for.
final class Printing {
    /// Shorter waits are not worth a word.
    private static final int QUIET_SECONDS = 2;

    private final CommandLine command;
    private final OutputOption output;
    private final Rows rows;
    private final Following following;
    private String lastNews = "";

    Printing(CommandLine command, OutputOption output, Rows rows, Following following) {
        this.command = command;
        this.output = output;
        this.rows = rows;
        this.following = following;
    }

    /// Waits for the first audit.
    AuditReport awaitAudit() throws InterruptedException {
        for (int seconds = 0; ; seconds++) {
            Optional<AuditReport> report = following.awaitReport(Clock.NANOS_PER_SECOND);
            if (report.isPresent()) {
                return report.get();
            }
            if (seconds >= QUIET_SECONDS) {
                following.situation().ifPresent(this::tellWhatIsAwaited);
            }
        }
    }

    private void tellWhatIsAwaited(Situation now) {
        List<String> problems = now.problems();
        String news = problems.isEmpty() ? WatchText.doing(now.stage()) : String.join("; ", problems);
        if (!news.isEmpty() && !news.equals(lastNews)) {
            lastNews = news;
            command.getErr().println("sluice: " + news);
            command.getErr().flush();
        }
    }

    /// Prints the whole picture and an audit's result.
    void all(AuditReport report) throws InterruptedException {
        Situation now = situation(report);
        PrintWriter out = command.getOut();
        if (output.isJson()) {
            out.println(OutputOption.toJsonLine(WatchJson.of(now, rows.of(now.view()))));
        } else {
            Picture picture = new Picture(
                    rows,
                    Picture.UNLIMITED,
                    Picture.UNLIMITED,
                    command.getColorScheme().ansi());
            picture.lines(now).forEach(out::println);
            drifts(report);
        }
        out.flush();
    }

    /// Returns a view that is as new as the report.
    private Situation situation(AuditReport report) throws InterruptedException {
        while (true) {
            Optional<Situation> now = following.situation();
            if (now.isPresent() && now.get().view().atNanos() >= report.atNanos()) {
                return now.get();
            }
            var _ = following.awaitReport(Clock.NANOS_PER_SECOND / 10);
        }
    }

    /// Prints a line or an object, and the drifts of audits that end until the next one.
    ///
    /// @return whether the reader of the output is still there
    boolean interval(long everyNanos) throws InterruptedException {
        PrintWriter out = command.getOut();
        following.situation().ifPresent(now -> {
            if (output.isJson()) {
                out.println(OutputOption.toJsonLine(WatchJson.of(now, rows.of(now.view()))));
            } else {
                out.println(WatchText.line(now));
            }
        });
        boolean hasReader = !out.checkError();
        Optional<AuditReport> report = hasReader ? following.awaitReport(everyNanos) : Optional.empty();
        if (report.isPresent() && !output.isJson()) {
            drifts(report.get());
        }
        return hasReader;
    }

    private void drifts(AuditReport report) {
        PrintWriter out = command.getOut();
        report.drifts().forEach(drift -> out.println("drift " + drift));
        out.flush();
    }
}
