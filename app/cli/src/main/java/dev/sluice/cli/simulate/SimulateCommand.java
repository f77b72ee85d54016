package dev.sluice.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.cli.console.Stopping;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.output.RunFiles;
import dev.sluice.simulator.output.SummaryFile;
import dev.sluice.simulator.report.RunReport;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Workload.Loaded;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice simulate`: a trace under one policy or several, in virtual time.
@Command(
        name = "simulate",
        header = "Run a trace under our own engine, in virtual time.",
        mixinStandardHelpOptions = true,
        description = "%nTRACE is SWF or a Batsim workload, plain or .gz. The engine that decides is the one that"
                + " schedules live. DIR gets jobs.csv, schedule.csv and machine_states.csv as Batsim writes them,"
                + " summary.json, result.swf and report.html, which opens in a browser without a network. The same"
                + " seed gives the same bytes. Ctrl-C ends the run and keeps what it has found out.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice simulate KTH-SP2.swf.gz --policy easy -o out",
            "  sluice simulate trace.swf --machine 338 --policy fcfs,easy,conservative -o out",
            "  sluice simulate workload.json --platform cluster.xml --policy easy --failures 30d,4h --seed 7 -o out",
            "  sluice simulate trace.swf --policy easy --cycle reference --skip-unfit --estimates at_least_run -o out"
        })
public final class SimulateCommand implements Callable<Integer> {
    @Parameters(paramLabel = "TRACE", description = "The workload.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path trace;

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
            names = {"-o", "--output"},
            paramLabel = "DIR",
            required = true,
            description = "Where the files go; with several policies, one folder for each in it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path output;

    @Option(names = "--json", description = "Print the summaries as JSON, each as in summary.json.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        List<SchedulingPolicy> policies =
                policyNames.stream().map(plugins.policies()::policy).toList();
        if (policies.size() > RunReport.RUNS_MAX) {
            throw new BadInput("--policy names (" + policies.size() + ") policies; the report has room for ("
                    + RunReport.RUNS_MAX + ")");
        }
        RunSettings settings = options.settings(Path.of("")).agreeing();
        Loaded loaded = TraceInput.read(trace, settings.strictness());
        List<Note> notes = notes(loaded, settings);
        List<RunResult> runs = new ArrayList<>();
        boolean stopped;
        try (Stopping stopping = new Stopping()) {
            for (SchedulingPolicy policy : policies) {
                Scenario scenario = settings.scenario(loaded.workload(), TraceInput.name(trace), policy, seed);
                runs.add(noted(run(scenario, stopping), notes));
                if (stopping.isStopped()) {
                    break;
                }
            }
            write(runs);
            stopped = stopping.isStopped();
            // Before the process may end.
            print(runs, notes, stopped);
            spec.commandLine().getOut().flush();
        }
        return stopped ? ExitCode.FAILED : ExitCode.OK;
    }

    /// What is worth telling before anything has run.
    private static List<Note> notes(Loaded loaded, RunSettings settings) {
        List<Note> notes = new ArrayList<>();
        if (!loaded.leftOut().isNothing()) {
            notes.add(new Note("trace", words(loaded.leftOut())));
        }
        notes.addAll(settings.queues().notes(loaded.workload()));
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

    private void write(List<RunResult> runs) throws IOException {
        for (RunResult run : runs) {
            RunFiles.write(
                    run,
                    policyNames.size() == 1
                            ? output
                            : output.resolve(folderName(run.name().policy())));
        }
        RunReport.write(runs, output.resolve("report.html"));
    }

    /// Without the colon of `hybrid:N`, which some file systems do not take.
    private static String folderName(String policy) {
        return policy.replace(':', '-');
    }

    private void print(List<RunResult> runs, List<Note> notes, boolean stopped) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, JsonNode> summaries = new LinkedHashMap<>();
            for (RunResult run : runs) {
                summaries.put(run.name().policy(), new JsonMapper().readTree(SummaryFile.text(run)));
            }
            out.println(OutputOption.toJson(summaries));
            return;
        }
        notes.forEach(note -> out.println(note.text()));
        SummaryTable.print(runs, out);
        if (stopped) {
            out.println("stopped before the end: the files hold what had happened until then");
        }
        out.println("report: " + output.resolve("report.html"));
    }
}
