package dev.sluice.cli.demo;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.GrugReader;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice demo model`: places jobs on a model of a small machine and simulates a workload.
@Command(
        name = "model",
        header = "See jobs placed on a model of a machine, in a second.",
        mixinStandardHelpOptions = true,
        description = "%nPlaces a few jobs on a model of a small machine, step by step: some start, one never fits, one"
                + " is reserved for later, one is backfilled, one is cancelled. Then it simulates a generated workload"
                + " under two policies and leaves a report. Time is virtual and no cluster is involved; every run is the"
                + " same.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice demo model", "  sluice demo model --policy high"})
final class ModelDemoCommand implements Runnable {
    private static final String MACHINE = "machine.graphml";

    @Option(
            names = "--policy",
            paramLabel = "NAME",
            defaultValue = "lonode",
            description = "Which resources to prefer: " + MatchPolicy.NAMES + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String policyName;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        MatchPolicy policy = MatchPolicy.named(policyName)
                .orElseThrow(() -> new BadInput("--policy (%s) must be %s".formatted(policyName, MatchPolicy.NAMES)));
        PrintWriter out = spec.commandLine().getOut();
        out.println("""
                Jobs on a model of a small machine. No cluster is involved, and time is virtual.

                The machine has 2 racks of 4 nodes. A node has 2 sockets, each with 8 cores, a GPU and 32 GB.
                In the pictures a row is a node: its cores by socket, then its GPUs. A letter is the job that
                has them, a dot is free. Beside it, each job over time: █ running, ░ reserved.
                Where there is a choice, the policy decides: %s.
                """.formatted(policy.name()));
        JobColours colours = new JobColours(spec.commandLine().getColorScheme().ansi());
        new Story(new ResourceModel(machine(), policy), colours, out::println).tell();
        out.println();
        simulate(out);
        out.println();
        out.println(
                "Another choice: 'sluice demo model --policy high'. Your own machine: 'sluice resource-query --help'.");
        out.println("Your own trace: 'sluice simulate --help'.");
    }

    private static void simulate(PrintWriter out) {
        Path folder = Path.of(System.getProperty("java.io.tmpdir")).resolve("sluice-demo");
        try {
            new SimulationPart(out, folder).show();
        } catch (IOException e) {
            throw new UncheckedIOException("the report cannot be written to " + folder, e);
        }
    }

    static ResourceGraph machine() {
        try (InputStream resource = Objects.requireNonNull(ModelDemoCommand.class.getResourceAsStream(MACHINE))) {
            return GrugReader.read(new String(resource.readAllBytes(), StandardCharsets.UTF_8), MACHINE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
