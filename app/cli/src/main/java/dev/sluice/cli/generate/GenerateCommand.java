package dev.sluice.cli.generate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.traces.LeftOut;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.synthetic.GeneratedWorkload;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.PoissonModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice generate`: makes workloads for simulations, from models or from a file.
@Command(
        name = "generate",
        header = "Make workloads for simulations: SWF or Batsim files.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice generate lublin --jobs 10000 --machine 128 --seed 7 -o trace.swf",
            "  sluice generate lublin --jobs 900 --machine 128 --load 0.9 -o trace.json",
            "  sluice generate poisson --jobs 500 --machine 64 --run-time 30m -o small.swf",
            "  sluice generate from log.swf.gz --load 1.1 -o busier.swf"
        })
public final class GenerateCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "lublin",
            header = "By the model of Lublin and Feitelson, which most studies use.",
            mixinStandardHelpOptions = true,
            description =
                    "%nSizes, run times and arrivals of rigid jobs, as found in the logs of three machines: many small"
                            + " jobs and powers of two, run times from seconds to two days, and a daily cycle.%n",
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice generate lublin --jobs 10000 --machine 128 --seed 7 -o trace.swf",
                "  sluice generate lublin --jobs 300000 --machine 80640 --load 0.95 -o big.swf.gz",
                "  sluice generate lublin --jobs 5000 --machine 64 --estimates tsafrir -o t.swf",
                "  sluice generate lublin --jobs 1000 --machine 64 --kind typed -o trace.json"
            })
    void lublin(
            @Option(names = "--jobs", required = true, paramLabel = "N", description = "How many jobs.") int jobs,
            @Option(names = "--machine", required = true, paramLabel = "N", description = "Processors of the machine.")
                    int machine,
            @Option(
                            names = "--kind",
                            paramLabel = "KIND",
                            defaultValue = "COMBINED",
                            description =
                                    "The kind of jobs: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); typed are"
                                            + " batch and interactive ones side by side.")
                    LublinFeitelson.Jobs kind,
            @Option(
                            names = "--estimates",
                            paramLabel = "KIND",
                            defaultValue = "exact",
                            description = "The source of estimates: none, exact, tsafrir or factor (default:"
                                    + " ${DEFAULT-VALUE}).")
                    EstimateKind estimates,
            @Mixin Finish finish) {
        checkCounts(jobs, machine);
        finish.checkOutput();
        String origin = "lublin, " + kind.name().toLowerCase(Locale.ROOT) + " jobs";
        finish.generate(new LublinFeitelson(kind, machine), jobs, estimates, origin, out());
    }

    @Command(
            name = "poisson",
            header = "Poisson arrivals with a daily cycle, exponential run times, powers of two for sizes.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice generate poisson --jobs 5000 --machine 256 -o trace.swf",
                "  sluice generate poisson --jobs 500 --machine 64 --gap 30s --amplitude 0 -o flat.swf"
            })
    void poisson(
            @Option(names = "--jobs", required = true, paramLabel = "N", description = "How many jobs.") int jobs,
            @Option(names = "--machine", required = true, paramLabel = "N", description = "Processors of the machine.")
                    int machine,
            @Option(
                            names = "--gap",
                            paramLabel = "TIME",
                            defaultValue = "5m",
                            converter = DurationOption.Converter.class,
                            description = "Mean time between arrivals (default: ${DEFAULT-VALUE}).")
                    DurationOption gap,
            @Option(
                            names = "--run-time",
                            paramLabel = "TIME",
                            defaultValue = "1h",
                            converter = DurationOption.Converter.class,
                            description = "Mean run time (default: ${DEFAULT-VALUE}).")
                    DurationOption runTime,
            @Option(
                            names = "--amplitude",
                            paramLabel = "A",
                            defaultValue = "0.8",
                            description =
                                    "How far the rate of arrivals rises and falls with the day, from 0 to 1 (default:"
                                            + " ${DEFAULT-VALUE}).")
                    double amplitude,
            @Option(
                            names = "--peak-hour",
                            paramLabel = "H",
                            defaultValue = "14",
                            description = "When it is highest (default: ${DEFAULT-VALUE}).")
                    double peakHour,
            @Option(
                            names = "--max-size",
                            paramLabel = "N",
                            description = "Processors of the largest job (default: the machine's).")
                    Optional<Integer> maxSize,
            @Option(
                            names = "--estimates",
                            paramLabel = "KIND",
                            defaultValue = "exact",
                            description = "The source of estimates: none, exact, tsafrir or factor (default:"
                                    + " ${DEFAULT-VALUE}).")
                    EstimateKind estimates,
            @Mixin Finish finish) {
        checkCounts(jobs, machine);
        finish.checkOutput();
        try {
            PoissonModel model = new PoissonModel(
                    machine, gap.value(), amplitude, peakHour, runTime.value(), maxSize.orElse(machine));
            finish.generate(model, jobs, estimates, "poisson", out());
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    @Command(
            name = "from",
            header = "Transform a workload from a file: scale its load, replace its estimates, convert it.",
            mixinStandardHelpOptions = true,
            description =
                    "%nJobs without run time or size, such as cancelled ones in logs, are left out and counted. What"
                            + " is read is a workload to run, so wait times are dropped. --load stretches time: the"
                            + " log's days and weeks get shorter or longer with it.%n",
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice generate from log.swf.gz -o log.json",
                "  sluice generate from log.swf.gz --load 1.1 -o busier.swf",
                "  sluice generate from log.swf --estimates tsafrir --max-estimate 18h -o new.swf"
            })
    void from(
            @Parameters(paramLabel = "TRACE", description = "SWF (.swf) or Batsim workload (.json), or these with .gz.")
                    Path file,
            @Option(names = "--jobs", paramLabel = "N", description = "Take only the first N jobs.")
                    Optional<Integer> jobs,
            @Option(
                            names = "--machine",
                            paramLabel = "N",
                            description = "Processors of the machine (default: what the file says).")
                    Optional<Integer> machine,
            @Option(names = "--lenient", description = "Skip malformed lines and jobs, and count them.")
                    boolean lenient,
            @Option(
                            names = "--estimates",
                            paramLabel = "KIND",
                            defaultValue = "keep",
                            description =
                                    "The source of estimates: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
                    EstimateKind estimates,
            @Mixin Finish finish) {
        jobs.ifPresent(count -> checkCounts(count, 1));
        machine.ifPresent(size -> checkCounts(1, size));
        finish.checkOutput();
        Loaded loaded = load(file, lenient);
        report(loaded.leftOut());
        Workload sized = machine.map(loaded.workload()::withMachine).orElse(loaded.workload());
        Workload taken = sized.withJobs(
                sized.jobs().stream().limit(jobs.orElse(Integer.MAX_VALUE)).toList());
        finish.transform(
                taken,
                estimates,
                String.valueOf(file.getFileName()),
                out(),
                spec.commandLine().getErr());
    }

    private static Loaded load(Path file, boolean lenient) {
        WorkloadFormat format = WorkloadFormat.of(file)
                .orElseThrow(() -> new BadInput(file + ": the name must end in .swf or .json, or in these and .gz"));
        if (!Files.exists(file)) {
            throw new BadInput(file + ": there is no such file");
        }
        try {
            return format.read(
                    file, WorkloadFormat.Options.USUAL.with(lenient ? Strictness.LENIENT : Strictness.STRICT));
        } catch (TraceException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new BadInput(file + ": cannot be read (" + e.getMessage() + ")");
        }
    }

    private void report(LeftOut leftOut) {
        PrintWriter err = spec.commandLine().getErr();
        if (!leftOut.isNothing()) {
            err.println(leftOut.count() + " left out; the first:");
            leftOut.first().forEach(reason -> err.println("  " + reason));
        }
    }

    private static void checkCounts(int jobs, int machine) {
        if (jobs < 1 || jobs > GeneratedWorkload.JOBS_MAX) {
            throw new BadInput("--jobs (%d) must be from 1 to %d".formatted(jobs, GeneratedWorkload.JOBS_MAX));
        }
        if (machine < 1) {
            throw new BadInput("--machine (%d) must be 1 or more".formatted(machine));
        }
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
