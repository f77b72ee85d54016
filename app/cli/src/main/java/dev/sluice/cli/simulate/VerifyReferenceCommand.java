package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.simulator.reference.ReferencePolicy;
import dev.sluice.simulator.reference.ReferenceSchedule;
import dev.sluice.simulator.reference.ReferenceSchedule.Comparison;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.swf.SwfReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice verify-reference`: compares our schedules with published ones, job by job.
@Command(
        name = "verify-reference",
        header = "Compare schedules with published ones, job by job.",
        mixinStandardHelpOptions = true,
        description =
                "%nDIR holds SWF files as the SC'15 study of backfilling wrote them: field 3 is each job's wait, the"
                        + " header's MaxProcs is the machine, and the name tells the policy. Every trace is simulated"
                        + " anew, ignoring the waits, and then compared. Exits with 1 if any wait differs.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice verify-reference backfill-reference", "  sluice verify-reference -o json DIR"})
public final class VerifyReferenceCommand implements Callable<Integer> {
    @Parameters(paramLabel = "DIR", description = "A folder of schedules, or one of them.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /// The result for one file, as in the JSON.
    record Line(String file, int identical, int total, String difference) {}

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        List<Line> lines = new ArrayList<>();
        for (Path file : schedules()) {
            Comparison comparison = compare(file);
            lines.add(new Line(
                    comparison.name(),
                    comparison.identical(),
                    comparison.total(),
                    comparison.firstDifference().orElse("")));
        }
        output.print(lines, out, () -> lines.forEach(line -> print(line, out)));
        boolean identical = lines.stream().allMatch(line -> line.identical() == line.total());
        return identical ? ExitCode.OK : ExitCode.FAILED;
    }

    private static void print(Line line, PrintWriter out) {
        out.printf("%d/%d identical  %s%n", line.identical(), line.total(), line.file());
        if (!line.difference().isEmpty()) {
            out.println("    " + line.difference());
        }
    }

    private List<Path> schedules() throws IOException {
        if (Files.isRegularFile(folder)) {
            return List.of(folder);
        }
        if (!Files.isDirectory(folder)) {
            throw new BadInput(folder + ": there is no such folder");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<Path> schedules = files.filter(
                            file -> ReferencePolicy.ofFile(name(file)).isPresent())
                    .sorted()
                    .toList();
            if (schedules.isEmpty()) {
                throw new BadInput(folder + " has no file whose name tells one of the policies compared, such as"
                        + " KTH-SP2__easy_backfill_scheduler_None_None.swf.gz");
            }
            return schedules;
        }
    }

    private static Comparison compare(Path file) throws IOException {
        ReferencePolicy policy = ReferencePolicy.ofFile(name(file))
                .orElseThrow(() -> new BadInput(file + ": the name tells none of the policies compared"));
        try {
            return new ReferenceSchedule(name(file), SwfReader.read(file, Strictness.STRICT), policy).compare();
        } catch (TraceException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
