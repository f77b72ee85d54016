package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.FileProblem;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.cli.graphfile.GraphFormat;
import dev.sluice.graph.VertexKind;
import dev.sluice.simulator.drive.SimulatedMachine;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.platform.Host;
import dev.sluice.traces.platform.PlatformReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/// Options of the simulated machine.
final class MachineMixin {
    /// The name of the option for counted processors.
    static final String MACHINE = "machine";

    @ArgGroup
    private @Nullable Choice choice;

    @Option(
            names = "--unit",
            paramLabel = "TYPE",
            description =
                    "With --graph: what a processor of the workload is: core, node, or any other type in the graph,"
                            + " such as socket or gpu (default: core).")
    private @Nullable String unit;

    static final class Choice {
        @Option(names = "--machine", paramLabel = "N", description = "A machine of N counted processors.")
        private @Nullable Integer processors;

        @Option(
                names = "--platform",
                paramLabel = "FILE",
                description = "The hosts of a SimGrid platform; jobs do not share hosts, as in Batsim.")
        private @Nullable Path platform;

        @Option(
                names = "--graph",
                paramLabel = "FILE",
                description = "A resource graph: GRUG, JGF or RFC 20, as 'sluice graph' reads them.")
        private @Nullable Path graph;
    }

    /// A machine and its name in outputs.
    record Named(SimulatedMachine machine, String name) {
        static Named counting(int size) {
            return new Named(SimulatedMachine.counting(size), size + " processors");
        }
    }

    /// Returns the machine; empty if the workload determines it.
    ///
    /// @param folder to which file names are relative
    Optional<Named> machine(Path folder) {
        if (unit != null && (choice == null || choice.graph == null)) {
            throw new BadInput("--unit (" + unit + ") has no effect without --graph");
        }
        if (choice == null) {
            return Optional.empty();
        }
        if (choice.processors != null) {
            if (choice.processors < 1) {
                throw new BadInput("--machine (" + choice.processors + ") must be 1 or more");
            }
            return Optional.of(Named.counting(choice.processors));
        }
        return Optional.of(
                choice.platform == null
                        ? graph(folder.resolve(String.valueOf(choice.graph)))
                        : platform(folder.resolve(choice.platform)));
    }

    /// Adds the options; none if the workload determines the machine.
    ///
    /// @param folder to which file names are relative
    void describe(SequencedMap<String, String> setup, Path folder) {
        if (choice == null) {
            return;
        }
        if (choice.processors != null) {
            setup.put(MACHINE, choice.processors.toString());
        } else if (choice.platform != null) {
            setup.put("platform", choice.platform.toString());
            setup.put("platform-sha256", TraceInput.digest(folder.resolve(choice.platform)));
        } else {
            setup.put("graph", String.valueOf(choice.graph));
            setup.put("graph-sha256", TraceInput.digest(folder.resolve(String.valueOf(choice.graph))));
            setup.put("unit", unit());
        }
    }

    private static Named platform(Path file) {
        try {
            List<String> hosts = PlatformReader.read(file).computeHosts().stream()
                    .map(Host::name)
                    .toList();
            if (hosts.isEmpty()) {
                throw new BadInput(file + " has no host that computes");
            }
            return new Named(SimulatedMachine.ofNodes(hosts), String.valueOf(file.getFileName()));
        } catch (TraceException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new BadInput(FileProblem.describe(file, e));
        }
    }

    private String unit() {
        return unit == null ? VertexKind.CORE : unit;
    }

    private Named graph(Path file) {
        String text = InputFiles.read(file.toString());
        GraphFormat format = GraphFormat.guess(text, file.toString());
        SimulatedMachine machine = SimulatedMachine.of(() -> format.read(text, file.toString()), unit());
        if (machine.size() == 0) {
            throw new BadInput(file + " has nothing of the type (" + unit() + ") that --unit names");
        }
        return new Named(machine, String.valueOf(file.getFileName()));
    }
}
