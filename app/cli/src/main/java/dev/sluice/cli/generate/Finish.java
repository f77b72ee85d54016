package dev.sluice.cli.generate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.swf.SwfWorkloads;
import dev.sluice.traces.swf.SwfWriter;
import dev.sluice.traces.synthetic.EstimateChoice;
import dev.sluice.traces.synthetic.FactorEstimates;
import dev.sluice.traces.synthetic.GeneratedWorkload;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.WorkloadModel;
import dev.sluice.traces.synthetic.ZipfUsers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/// Options and steps common to all generated workloads: estimates, users, load and output.
final class Finish {
    private static final double DAY_SECONDS = 86_400;
    private static final double DAY_HOURS = 24;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            description =
                    "Bring arrivals closer together or further apart, so that the work that arrives is this part of"
                            + " what the machine can do: 0.9 is busy, above 1 the queue grows without bound. With 'lublin'"
                            + " and 'poisson' the rate of arrivals changes and the daily cycle stays 24 hours long."
                            + " With 'from' time is stretched: days and weeks of the log get shorter or longer.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Double> load;

    @Option(
            names = "--max-estimate",
            paramLabel = "TIME",
            converter = DurationOption.Converter.class,
            description = "The longest estimate that users may give, with --estimates tsafrir (default: the usual limit"
                    + " just above the longest job).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<DurationOption> maxEstimate;

    @Option(
            names = "--factor",
            paramLabel = "F",
            defaultValue = "5",
            description =
                    "With --estimates factor: estimates are the run time times 1 to F (default: ${DEFAULT-VALUE}).")
    private double factor;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "Draw each job's user from N, user k with a probability proportional to 1/k; 0 for none"
                    + " (default: 50, and with 'from' as the file has it).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Integer> users;

    @Option(
            names = "--groups",
            paramLabel = "N",
            description = "The number of groups of users (default: one for every 10 users).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Integer> groups;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "The seed of all randomness; the same seed gives the same bytes (default:" + " ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The output file: .swf or .json (Batsim), optionally with .gz. Without it, SWF to standard"
                    + " output.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Path> output;

    Seeds seeds() {
        return new Seeds(seed);
    }

    /// Refuses a file name of unknown format before anything is computed.
    void checkOutput() {
        output.ifPresent(Finish::format);
    }

    private static WorkloadFormat format(Path file) {
        return WorkloadFormat.of(file)
                .orElseThrow(() -> new BadInput(file + ": the name must end in .swf or .json, or in these and .gz"));
    }

    /// Generates a workload from a model and writes it.
    void generate(WorkloadModel model, int jobs, EstimateKind kind, String origin, PrintWriter out) {
        try {
            int drawn = users.orElse(ZipfUsers.USUAL.users());
            Optional<ZipfUsers> owners = owners(drawn);
            OptionalDouble wanted = load.isPresent() ? OptionalDouble.of(load.get()) : OptionalDouble.empty();
            Workload made = new GeneratedWorkload(model, jobs, choice(kind), owners, wanted).generate(seeds());
            String scaled = load.map(value -> ", load " + value + " by the rate of arrivals")
                    .orElse("");
            write(made, notes(origin + scaled, kind, OptionalInt.of(drawn)), out);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /// Transforms a workload and writes it.
    ///
    /// @param source the name of the workload in messages
    void transform(Workload workload, EstimateKind kind, String source, PrintWriter out, PrintWriter err) {
        try {
            EstimateChoice choice = choice(kind);
            Optional<ZipfUsers> owners = owners(users.orElse(0));
            String scaled = "";
            Workload made = workload;
            if (load.isPresent()) {
                double factor = LoadScaling.stretchFactor(workload, processors(workload), load.get());
                made = LoadScaling.stretch(workload, factor);
                scaled = String.format(Locale.ROOT, ", time stretched by %.6g to load %s", factor, load.get());
                err.printf(
                        Locale.ROOT,
                        "--load stretches the time of %s by %.4g: a day of the log takes %.1f hours now%n",
                        source,
                        factor,
                        factor * DAY_HOURS);
            }
            made = choice.assign(made, seeds());
            if (owners.isPresent()) {
                made = owners.get().assign(made, seeds());
            } else if (users.isPresent()) {
                made = withoutUsers(made);
            }
            OptionalInt drawn = users.isPresent() ? OptionalInt.of(users.get()) : OptionalInt.empty();
            write(made, notes("from " + source + scaled, kind, drawn), out);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /// @param drawn the number of users, 0 for none
    private Optional<ZipfUsers> owners(int drawn) {
        if (drawn != 0) {
            return Optional.of(groups.isPresent() ? new ZipfUsers(drawn, groups.get()) : ZipfUsers.of(drawn));
        }
        if (groups.isPresent()) {
            throw new BadInput("--groups (" + groups.get() + ") needs users to be in them. Maybe add --users");
        }
        return Optional.empty();
    }

    private static Workload withoutUsers(Workload workload) {
        return workload.withJobs(workload.jobs().stream()
                .map(job -> job.withOrigin(new Origin(
                        WorkloadJob.UNKNOWN,
                        WorkloadJob.UNKNOWN,
                        job.origin().executable(),
                        job.origin().queue(),
                        job.origin().partition())))
                .toList());
    }

    private static int processors(Workload workload) {
        return workload.machineProcessors()
                .orElseThrow(() -> new BadInput("--load needs the machine's size. Maybe add --machine"));
    }

    private EstimateChoice choice(EstimateKind kind) {
        if (maxEstimate.isPresent() && kind != EstimateKind.tsafrir) {
            throw new BadInput("--max-estimate is for --estimates tsafrir, not (" + kind + ")");
        }
        return switch (kind) {
            case keep -> EstimateChoice.Plain.KEEP;
            case none -> EstimateChoice.Plain.NONE;
            case exact -> EstimateChoice.Plain.EXACT;
            case tsafrir ->
                new EstimateChoice.Tsafrir(
                        maxEstimate.isPresent()
                                ? OptionalLong.of((long) maxEstimate.get().value())
                                : OptionalLong.empty());
            case factor -> new EstimateChoice.Factor(new FactorEstimates(factor));
        };
    }

    private List<String> notes(String origin, EstimateKind estimates, OptionalInt drawn) {
        String guessed = estimates == EstimateKind.keep ? "" : ", estimates: " + estimates;
        String owned = drawn.isPresent() ? ", users: " + drawn.getAsInt() : "";
        return List.of("made by sluice generate: " + origin + guessed + owned + ", seed " + seed);
    }

    private void write(Workload workload, List<String> notes, PrintWriter out) {
        try {
            if (output.isEmpty()) {
                ByteArrayOutputStream text = new ByteArrayOutputStream();
                SwfWriter.write(SwfWorkloads.toTrace(workload, notes), text);
                out.print(text.toString(StandardCharsets.UTF_8));
                return;
            }
            format(output.get()).write(workload, notes, output.get());
            out.println(output.get() + ": " + summary(workload));
        } catch (NoSuchFileException e) {
            throw new BadInput(output.orElseThrow() + ": there is no such folder");
        } catch (AccessDeniedException e) {
            throw new BadInput(output.orElseThrow() + ": may not be written");
        } catch (IOException e) {
            throw new BadInput(output.map(Path::toString).orElse("standard output") + ": cannot be written ("
                    + e.getMessage() + ")");
        }
    }

    private static String summary(Workload workload) {
        String jobs = String.format(Locale.ROOT, "%,d jobs", workload.jobs().size());
        String days = String.format(Locale.ROOT, " over %.1f days", workload.spanSeconds() / DAY_SECONDS);
        String machine = workload.machineProcessors().isEmpty() || workload.spanSeconds() == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", offered load %.3f on %,d processors",
                        workload.offeredLoad(workload.machineProcessors().getAsInt()),
                        workload.machineProcessors().getAsInt());
        return jobs + days + machine;
    }
}
