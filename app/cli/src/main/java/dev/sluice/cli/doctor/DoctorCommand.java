package dev.sluice.cli.doctor;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sluice doctor`: checks the machine.
@Command(
        name = "doctor",
        header = "Check what this machine has, and how to get what it lacks.",
        mixinStandardHelpOptions = true,
        description = "%nTries out each requirement and prints what needs it. Exits with 1 if something is"
                + " missing that building and running Sluice needs; the rest is optional.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice doctor", "  sluice doctor -o json | jq '.checks[] | select(.status != \"ok\")'"})
public final class DoctorCommand implements Callable<Integer> {

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /// A row of the table and of the JSON.
    record Row(String name, String status, String found, boolean obligatory, String neededFor, String remedy) {}

    record Report(boolean healthy, List<Row> checks) {}

    @Override
    public Integer call() throws Exception {
        Machine machine = new Machine(
                System.getenv(), Path.of(System.getProperty("sluice.home", "")).toAbsolutePath());
        Report report = examine(machine, Checks.all());
        PrintWriter out = spec.commandLine().getOut();
        output.print(report, out, () -> printTable(report, out));
        return report.healthy() ? ExitCode.OK : ExitCode.FAILED;
    }

    /// Runs all checks concurrently: most of the time is spent waiting for other programs.
    static Report examine(Machine machine, List<Check> checks) throws Exception {
        try (ExecutorService probes = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Finding>> findings = checks.stream()
                    .map(check -> probes.submit(() -> check.probe().apply(machine)))
                    .toList();
            Row[] rows = new Row[checks.size()];
            boolean healthy = true;
            for (int i = 0; i < rows.length; i++) {
                Check check = checks.get(i);
                Finding finding = findings.get(i).get();
                boolean ok = finding.status() == Finding.Status.OK;
                healthy &= ok || !check.obligatory();
                rows[i] = new Row(
                        check.name(),
                        finding.status().word,
                        finding.found(),
                        check.obligatory(),
                        check.neededFor(),
                        ok ? "" : check.remedy());
            }
            return new Report(healthy, List.of(rows));
        }
    }

    /// The last column is not wrapped, so that paths and commands can be copied.
    private void printTable(Report report, PrintWriter out) {
        Ansi ansi = spec.commandLine().getColorScheme().ansi();
        int nameWidth = widest(report, Row::name);
        int statusWidth = widest(report, Row::status);
        int neededForWidth = widest(report, Row::neededFor);
        for (Row row : report.checks()) {
            boolean ok = row.remedy().isEmpty();
            String colour = ok ? "green" : row.obligatory() ? "red" : "yellow";
            out.printf(
                    "%s  %s  %s  %s%n",
                    pad(row.name(), nameWidth),
                    ansi.string("@|" + colour + " " + pad(row.status(), statusWidth) + "|@"),
                    pad(row.neededFor(), neededForWidth),
                    ok ? row.found() : row.found() + "; " + row.remedy());
        }
    }

    private static int widest(Report report, Function<Row, String> column) {
        return report.checks().stream()
                .mapToInt(row -> column.apply(row).length())
                .max()
                .orElse(0);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(width - text.length());
    }
}
