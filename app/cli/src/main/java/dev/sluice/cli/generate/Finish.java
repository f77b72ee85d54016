package dev.sluice.cli.generate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import dev.sluice.traces.file.WorkloadFormat;
import dev.sluice.traces.swf.SwfWorkloads;
import dev.sluice.traces.swf.SwfWriter;
import dev.sluice.traces.synthetic.FactorEstimates;
import dev.sluice.traces.synthetic.LoadScaling;
import dev.sluice.traces.synthetic.TsafrirEstimates;
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
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/// What is done to every workload before it is written, and where it goes.
final class Finish {
    private static final double DAY_SECONDS = 86_400;

    @Option(
            names = "--load",
            paramLabel = "LOAD",
            description =
                    "Bring arrivals closer together or further apart, so that the work that arrives is this part of"
                            + " what the machine can do: 0.9 is busy, above 1 the queue grows without end.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Double> load;

    @Option(
            names = "--max-estimate",
            paramLabel = "TIME",
            converter = Seconds.Converter.class,
            description = "The longest estimate that users may give, with --estimates tsafrir (default: the usual limit"
                    + " just above the longest job).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Seconds> maxEstimate;

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
            description = "How many groups the users are spread over (default: one for every 10 users).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Integer> groups;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Where all randomness comes from; the same seed gives the same bytes (default:"
                    + " ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description =
                    "Where to write: .swf or .json (Batsim), .gz behind it compresses. Without it, SWF to standard"
                            + " output.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Optional<Path> output;

    Seeds seeds() {
        return new Seeds(seed);
    }

    /// Refuses a name that does not tell the format, before anything is computed.
    void checkOutput() {
        output.ifPresent(Finish::format);
    }

    private static WorkloadFormat format(Path file) {
        return WorkloadFormat.of(file)
                .orElseThrow(() -> new BadInput(file + ": the name must end in .swf or .json, or in these and .gz"));
    }

    /// Scales, estimates, gives away and writes.
    ///
    /// @param usualUsers how many there are if nobody says; empty if they stay as they are
    void finish(Workload workload, EstimateKind estimates, OptionalInt usualUsers, String origin, PrintWriter out) {
        try {
            OptionalInt drawn = users.isPresent() ? OptionalInt.of(users.get()) : usualUsers;
            Workload owned = owned(estimated(scaled(workload), estimates), drawn);
            write(owned, notes(origin, estimates, drawn), out);
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private Workload owned(Workload workload, OptionalInt drawn) {
        if (drawn.isEmpty() || drawn.getAsInt() == 0) {
            if (groups.isPresent()) {
                throw new BadInput("--groups (" + groups.get() + ") needs users to be in them. Maybe add --users");
            }
            return drawn.isEmpty() ? workload : withoutUsers(workload);
        }
        ZipfUsers model =
                groups.isPresent() ? new ZipfUsers(drawn.getAsInt(), groups.get()) : ZipfUsers.of(drawn.getAsInt());
        return model.assign(workload, seeds());
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

    private Workload scaled(Workload workload) {
        if (load.isEmpty()) {
            return workload;
        }
        int processors = workload.machineProcessors()
                .orElseThrow(() -> new BadInput("--load needs the machine's size. Maybe add --machine"));
        return LoadScaling.toLoad(workload, processors, load.get());
    }

    private Workload estimated(Workload workload, EstimateKind kind) {
        if (maxEstimate.isPresent() && kind != EstimateKind.tsafrir) {
            throw new BadInput("--max-estimate is for --estimates tsafrir, not (" + kind + ")");
        }
        return switch (kind) {
            case keep -> workload;
            case none ->
                workload.withJobs(workload.jobs().stream()
                        .map(job -> job.withEstimate(WorkloadJob.UNKNOWN))
                        .toList());
            case exact ->
                workload.withJobs(workload.jobs().stream()
                        .map(job -> job.withEstimate(job.runSeconds()))
                        .toList());
            case tsafrir ->
                maxEstimate
                        .map(max -> new TsafrirEstimates((long) max.value()))
                        .orElseGet(() -> TsafrirEstimates.fitting(workload))
                        .assign(workload, seeds());
            case factor -> new FactorEstimates(factor).assign(workload, seeds());
        };
    }

    private List<String> notes(String origin, EstimateKind estimates, OptionalInt drawn) {
        String scaled = load.map(value -> ", scaled to load " + value).orElse("");
        String guessed = estimates == EstimateKind.keep ? "" : ", estimates: " + estimates;
        String owned = drawn.isPresent() ? ", users: " + drawn.getAsInt() : "";
        return List.of("made by sluice generate: " + origin + scaled + guessed + owned + ", seed " + seed);
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
