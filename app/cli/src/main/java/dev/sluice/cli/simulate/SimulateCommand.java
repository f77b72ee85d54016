package dev.sluice.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.FileProblem;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.cli.console.Stopping;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.metric.Measured;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.output.RunFiles;
import dev.sluice.simulator.output.SummaryFile;
import dev.sluice.simulator.report.RunReport;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Workload.Loaded;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice simulate`: runs a trace under one or several policies in virtual time.
@Command(
        name = "simulate",
        header = "Simulate a trace with the Sluice engine, in virtual time.",
        mixinStandardHelpOptions = true,
        description = "%nTRACE is SWF or a Batsim workload, plain or .gz. The engine is the one that"
                + " schedules live. DIR gets jobs.csv, schedule.csv and machine_states.csv as Batsim writes them,"
                + " jobs-wide.csv, summary.json, result.swf and report.html, which opens in a browser without a network;"
                + " files of an earlier run there are removed. The same"
                + " seed gives the same bytes. Ctrl-C ends the run and keeps its results so far.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice simulate KTH-SP2.swf.gz --policy easy -o out",
            "  sluice simulate trace.swf --machine 338 --policy fcfs,easy,conservative -o out",
            "  sluice simulate workload.json --platform cluster.xml --policy easy --failures 30d,4h --seed 7 -o out",
            "  sluice simulate trace.swf --policy easy --cycle reference --skip-unfit --estimates at_least_run -o out",
            "  sluice simulate --from out/summary.json -o again"
        })
public final class SimulateCommand implements Callable<Integer> {
    private static final String FROM = "--from";
    private static final String OUTPUT = "--output";
    private static final String JSON = "--json";

    @Parameters(paramLabel = "TRACE", arity = "0..1", description = "The workload.")
    private @Nullable Path trace;

    @Option(
            names = FROM,
            paramLabel = "FILE",
            description = "Repeat the run that left this summary.json. TRACE says where its trace is now, if it is"
                    + " elsewhere; only -o and --json may be combined with it. Refused if a file has changed since.")
    private @Nullable Path from;

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            split = ",",
            defaultValue = "easy",
            description =
                    "fcfs, easy, easy-sjbf, easy++, hybrid:N, conservative, or one of --plugins; several run one after"
                            + " another (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<String> policyNames;

    @Mixin
    private final PluginsOption plugins = new PluginsOption();

    @Mixin
    private final RunMixin options = new RunMixin();

    @Option(names = "--seed", paramLabel = "S", defaultValue = "0", description = "(default: ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = {"-o", OUTPUT},
            paramLabel = "DIR",
            required = true,
            description = "The output folder; with several policies, it gets one folder for each.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path output;

    @Option(names = JSON, description = "Print the summaries as JSON, each as in summary.json.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        FileProblem.requireWritable(output);
        if (from != null) {
            return repeat(EarlierRun.read(from));
        }
        if (trace == null) {
            throw new BadInput("TRACE is missing: name a workload, or an earlier run with " + FROM);
        }
        return simulate(trace, Optional.empty());
    }

    /// Parses the options of the earlier run as if given on the command line, and runs it.
    private int repeat(EarlierRun earlier) throws IOException {
        for (OptionSpec given : spec.commandLine().getParseResult().matchedOptions()) {
            if (!Set.of(FROM, OUTPUT, JSON).contains(given.longestName())) {
                throw new BadInput(given.longestName() + " cannot be given with " + FROM
                        + ": the run is repeated with the options in " + earlier.file());
            }
        }
        SimulateCommand repeated = new SimulateCommand();
        List<String> arguments = new ArrayList<>(earlier.arguments());
        arguments.addAll(List.of(OUTPUT, output.toString()));
        try {
            new CommandLine(repeated)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setOut(spec.commandLine().getOut())
                    .setErr(spec.commandLine().getErr())
                    .parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new BadInput(earlier.file() + ": " + e.getMessage());
        }
        repeated.json = json;
        return repeated.simulate(trace == null ? earlier.locate(earlier.trace()) : trace, Optional.of(earlier));
    }

    private int simulate(Path file, Optional<EarlierRun> earlier) throws IOException {
        List<SchedulingPolicy> policies =
                policyNames.stream().map(plugins.policies()::policy).toList();
        if (policyNames.stream().map(SimulateCommand::folderName).distinct().count() < policies.size()) {
            throw new BadInput("--policy (" + String.join(",", policyNames) + ") names a policy twice");
        }
        if (policies.size() > RunReport.RUNS_MAX) {
            throw new BadInput("--policy names (" + policies.size() + ") policies; the report has room for ("
                    + RunReport.RUNS_MAX + ")");
        }
        RunSettings settings = options.settings(Path.of("")).consistent();
        Loaded loaded = TraceInput.read(file, settings.strictness());
        List<Scenario> scenarios = new ArrayList<>();
        for (SchedulingPolicy policy : policies) {
            Scenario scenario = settings.scenario(loaded.workload(), TraceInput.name(file), policy, seed);
            scenarios.add(scenario.with(setup(scenario.setup(), file)));
        }
        List<Note> notes = notes(loaded, settings);
        earlier.ifPresent(run -> notes.addAll(compare(run, scenarios.getFirst().setup())));
        List<RunResult> runs = new ArrayList<>();
        boolean stopped;
        try (Stopping stopping = new Stopping()) {
            for (Scenario scenario : scenarios) {
                RunResult run = noted(run(scenario, stopping), notes);
                runs.add(measuredNote(run).map(run::with).orElse(run));
                if (stopping.isStopped()) {
                    break;
                }
            }
            requireMeasured(runs);
            stopped = stopping.isStopped();
            if (stopped) {
                runs.add(runs.removeLast().with(stoppedNote(scenarios, runs.size())));
            }
            write(runs);
            // Before the process may end.
            print(runs);
            spec.commandLine().getOut().flush();
        }
        return stopped || runs.stream().noneMatch(SimulateCommand::hasStarted) ? ExitCode.FAILED : ExitCode.OK;
    }

    /// Adds the trace as it was named, and its digest.
    private RunSetup setup(RunSetup setup, Path file) {
        SequencedMap<String, String> all = new LinkedHashMap<>(setup.options());
        all.put(RunSettings.TRACE, file.toString());
        plugins.folder().ifPresent(folder -> {
            all.put("plugins", folder.toString());
            all.put("plugins-sha256", PolicyCatalog.digest(folder));
        });
        all.put(RunSettings.TRACE + "-sha256", TraceInput.digest(file));
        return new RunSetup(all, setup.unixStartSeconds(), setup.skipFirstNanos(), setup.skipLastNanos());
    }

    /// Notes how far a stopped run came.
    private static Note stoppedNote(List<Scenario> scenarios, int last) {
        List<String> left = scenarios.subList(last + 1, scenarios.size()).stream()
                .map(scenario -> scenario.name().policy())
                .toList();
        return new Note(
                EarlierRun.STOPPED,
                "stopped before the end: the files have the results until then"
                        + (left.isEmpty() ? "" : "; policies that were not run: " + String.join(", ", left)));
    }

    private static List<Note> compare(EarlierRun earlier, RunSetup now) {
        earlier.requireSame(now);
        List<Note> notes = new ArrayList<>();
        if (earlier.isOfOtherVersion(now)) {
            notes.add(new Note(
                    RunSettings.VERSION,
                    "repeats a run of version " + earlier.version() + ", whose decisions may differ"));
        }
        if (earlier.wasStopped()) {
            notes.add(new Note("from", "repeats a run that was stopped before its end; this one is not"));
        }
        return notes;
    }

    private static boolean hasStarted(RunResult run) {
        return RunSummary.of(run).jobs().started() > 0;
    }

    /// Notes how many jobs the metrics cover, if some are left out.
    private static Optional<Note> measuredNote(RunResult run) {
        if (run.setup().skipFirstNanos() == 0 && run.setup().skipLastNanos() == 0) {
            return Optional.empty();
        }
        requireMeasured(List.of(run));
        return Optional.of(new Note(
                "metrics",
                "metrics are of %d of %d jobs: the others were submitted in the parts that --skip-first and --skip-last leave out"
                        .formatted(
                                RunSummary.of(run).jobs().submitted(),
                                run.jobs().size())));
    }

    private static void requireMeasured(List<RunResult> runs) {
        try {
            runs.forEach(Measured::of);
        } catch (IllegalArgumentException e) {
            throw new BadInput("--skip-first, --skip-last: " + e.getMessage());
        }
    }

    /// Returns the notes that are known before the run.
    private static List<Note> notes(Loaded loaded, RunSettings settings) {
        List<Note> notes = new ArrayList<>();
        if (!loaded.leftOut().isNothing()) {
            notes.add(new Note("trace", words(loaded.leftOut())));
        }
        notes.addAll(settings.notes(loaded.workload()));
        long distinct = loaded.workload().jobs().stream()
                .map(job -> job.labels().workload() + "!" + job.name())
                .distinct()
                .count();
        long repeated = loaded.workload().jobs().size() - distinct;
        if (repeated > 0) {
            notes.add(new Note("trace", "jobs with the number of another job: " + repeated));
        }
        return notes;
    }

    private static RunResult noted(RunResult run, List<Note> notes) {
        RunResult noted = run;
        for (Note note : notes) {
            noted = noted.with(note);
        }
        return noted;
    }

    private static String words(LeftOut leftOut) {
        return "left out %d jobs or lines: %s".formatted(leftOut.count(), String.join("; ", leftOut.first()));
    }

    private static RunResult run(Scenario scenario, Stopping stopping) {
        int jobs = scenario.workload().jobs().size();
        try (Progress progress = new Progress(scenario.name().policy(), "jobs", jobs, stopping::isStopped)) {
            return scenario.run(progress);
        }
    }

    private void write(List<RunResult> runs) {
        try {
            RunFiles.removeEarlier(output);
            for (RunResult run : runs) {
                RunFiles.write(
                        run,
                        policyNames.size() == 1
                                ? output
                                : output.resolve(folderName(run.name().policy())));
            }
            RunReport.write(runs, output.resolve(RunFiles.REPORT));
        } catch (IOException e) {
            throw new BadInput(FileProblem.describe(output, e));
        }
    }

    /// Without the colon of `hybrid:N`, which some file systems do not take.
    private static String folderName(String policy) {
        return policy.replace(':', '-');
    }

    private void print(List<RunResult> runs) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, JsonNode> summaries = new LinkedHashMap<>();
            for (RunResult run : runs) {
                summaries.put(run.name().policy(), new JsonMapper().readTree(SummaryFile.text(run)));
            }
            out.println(OutputOption.toJson(summaries));
            return;
        }
        SummaryTable.print(runs, out);
        EndingLines.print(runs, out);
        out.println("report: " + output.resolve(RunFiles.REPORT));
    }
}
