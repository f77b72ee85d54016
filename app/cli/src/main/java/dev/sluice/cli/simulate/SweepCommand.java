package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.FileProblem;
import dev.sluice.simulator.drive.ProgressWatch;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.report.ComparisonReport;
import dev.sluice.simulator.report.DifferenceTable;
import dev.sluice.simulator.report.SweepRow;
import dev.sluice.simulator.report.SweepTable;
import dev.sluice.simulator.sweep.Cell;
import dev.sluice.simulator.sweep.CellFiles;
import dev.sluice.traces.TraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice sweep`: runs and compares many simulations.
@Command(
        name = "sweep",
        header = "Run an experiment: every combination of traces, loads, machines, policies, options and seeds.",
        mixinStandardHelpOptions = true,
        description = "%nRuns on all cores. DIR gets one small file for each run, so a stopped sweep continues where it"
                + " was; at the end sweep.csv, differences.csv and report.html, with confidence intervals over"
                + " the seeds. Differences are those of each policy to the first one, on the same seeds. A log"
                + " without failures is run for the first seed only. Loads change the rate of arrivals of"
                + " generated traces and keep their daily cycle; the time of a log is stretched. With --shard only a part is run, as in a Slurm array or an Indexed Job; once all parts are in"
                + " DIR, 'sweep merge' joins them.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice sweep experiment.yaml -o out",
            "  sluice sweep experiment.yaml --shard 3/8 -o out",
            "  sluice sweep merge experiment.yaml -o out",
            "",
            "An experiment:",
            "  traces: [KTH-SP2.swf.gz, 'lublin:5000', 'poisson:5000']",
            "  loads: [0.7, 0.9]",
            "  machines: [128, {platform: cluster.xml}, {graph: rack.json, unit: node}]",
            "  policies: [fcfs, easy, conservative]",
            "  seeds: [1, 2, 3]",
            "  generated-estimates: tsafrir",
            "  overrun: [kill, 'grace:5m']",
            "",
            "lublin:N and poisson:N are what 'generate' makes with --jobs N. Its other options are keys: generated-kind,"
                    + " generated-users and generated-estimates (none, exact, tsafrir, tsafrir:18h, factor:5).",
            "",
            "Options of 'simulate' are keys without their dashes: queue-config, order, estimates, cycle, event-order,"
                    + " passes, skip-unfit, overdue, overrun, failures, on-failure, start-delay, forecast, dependencies,"
                    + " missing-estimates, skip-first, skip-last, lenient. Each has one value or a list, which joins the product. Files are named from the"
                    + " experiment's folder. 'plugins: DIR' is --plugins."
        })
public final class SweepCommand implements Callable<Integer> {
    private static final String MERGE = "merge";

    @Parameters(
            paramLabel = "[merge] EXPERIMENT.yaml",
            arity = "1..2",
            hideParamSyntax = true,
            description = "The experiment; with 'merge' nothing is run, and existing results are joined.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<String> words;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "The output folder.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path output;

    @Option(
            names = "--shard",
            paramLabel = "I/N",
            converter = Shard.Converter.class,
            description = "Run only the I-th of N parts, from 1 on.")
    private Shard shard = Shard.ALL;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "The number of concurrent runs; 0 for one per core (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Mixin
    private final PluginsOption plugins = new PluginsOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (threads < 0) {
            throw new BadInput("--threads (" + threads + ") must not be negative");
        }
        boolean merge = words.size() == 2;
        if (merge && !words.getFirst().equals(MERGE)) {
            throw new BadInput("'" + words.getFirst() + "': one experiment at a time, or 'merge' before it");
        }
        Path file = Path.of(words.getLast());
        SweepPlan plan = ExperimentFile.read(file, plugins.folder());
        List<Cell> cells = plan.cells(file);
        CellFiles files = new CellFiles(output.resolve("runs"), plan::inputs);
        PrintWriter out = spec.commandLine().getOut();
        plan.notes(cells).forEach(out::println);
        if (merge && !Files.isDirectory(output)) {
            throw new BadInput(output + ": there is no such directory to merge");
        }
        if (!merge) {
            plan.requireTraces();
            FileProblem.naming(output, () -> Files.createDirectories(output));
            FileProblem.naming(files.folder(), () -> Files.createDirectories(files.folder()));
            int run = runMissing(cells.stream().filter(shard::has).toList(), files, plan);
            out.printf("%d runs made, %d were there already%n", run, partSize(cells) - run);
        }
        return shard.count() > 1 && !merge ? ExitCode.OK : join(plan, cells, files, out);
    }

    private int partSize(List<Cell> cells) {
        return (int) cells.stream().filter(shard::has).count();
    }

    private int runMissing(List<Cell> cells, CellFiles files, SweepPlan plan) {
        int count = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        List<Future<?>> runs = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(count)) {
            for (Cell cell : cells) {
                if (read(cell, files).isEmpty()) {
                    runs.add(executor.submit(() -> {
                        Scenario scenario = plan.scenario(cell);
                        RunSummary summary = RunSummary.of(scenario.run(ProgressWatch.NONE));
                        SweepRow row = SweepRow.of(cell.parameters(), summary);
                        FileProblem.naming(files.file(cell), () -> files.write(cell, row));
                    }));
                }
            }
            awaitAll(runs, executor);
        }
        return runs.size();
    }

    private static Optional<SweepRow> read(Cell cell, CellFiles files) {
        try {
            return files.read(cell);
        } catch (IOException e) {
            throw new BadInput(FileProblem.describe(files.file(cell), e));
        }
    }

    /// The first failure ends the sweep; finished runs are kept.
    private static void awaitAll(List<Future<?>> runs, ExecutorService executor) {
        try (Progress progress = new Progress("sweep", "runs", runs.size(), () -> false)) {
            for (int run = 0; run < runs.size(); run++) {
                await(runs.get(run), executor);
                progress.goesOn(run + 1);
            }
        }
    }

    private static void await(Future<?> run, ExecutorService executor) {
        try {
            run.get();
        } catch (ExecutionException e) {
            executor.shutdownNow();
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static RuntimeException failure(Throwable cause) {
        return switch (cause) {
            case TraceException e -> new BadInput(String.valueOf(e.getMessage()));
            case IllegalArgumentException e -> new BadInput(String.valueOf(e.getMessage()));
            case UncheckedIOException e -> new BadInput(String.valueOf(e.getMessage()));
            case RuntimeException e -> e;
            default -> new IllegalStateException(cause);
        };
    }

    private int join(SweepPlan plan, List<Cell> cells, CellFiles files, PrintWriter out) {
        List<SweepRow> rows = new ArrayList<>();
        int missing = 0;
        for (Cell cell : cells) {
            Optional<SweepRow> row = read(cell, files);
            row.ifPresent(rows::add);
            missing += row.isPresent() ? 0 : 1;
        }
        if (missing > 0) {
            out.printf("%d of %d runs are missing; run the other shards first%n", missing, cells.size());
            return ExitCode.FAILED;
        }
        Path table = output.resolve("sweep.csv");
        Path differences = output.resolve("differences.csv");
        Path report = output.resolve("report.html");
        String title = plan.experiment().title();
        FileProblem.naming(table, () -> SweepTable.write(rows, table));
        FileProblem.naming(differences, () -> DifferenceTable.write(rows, plan.baseline(), differences));
        List<String> found = SweepFindings.of(rows);
        found.forEach(out::println);
        List<String> notes = new ArrayList<>(plan.notes(cells));
        notes.addAll(found);
        notes.addAll(plan.setup(cells));
        FileProblem.naming(report, () -> ComparisonReport.write(title, rows, plan.baseline(), notes, report));
        out.println("table: " + table);
        out.println("differences to " + plan.baseline() + ": " + differences);
        out.println("report: " + report);
        return ExitCode.OK;
    }
}
