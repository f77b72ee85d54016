package dev.sluice.cli;

import dev.sluice.cli.cluster.NodesCommand;
import dev.sluice.cli.cluster.UpCommand;
import dev.sluice.cli.demo.DemoCommand;
import dev.sluice.cli.doctor.DoctorCommand;
import dev.sluice.cli.generate.GenerateCommand;
import dev.sluice.cli.graph.GraphCommand;
import dev.sluice.cli.jobspec.JobspecCommand;
import dev.sluice.cli.live.ConfigCommand;
import dev.sluice.cli.live.ExplainCommand;
import dev.sluice.cli.live.QueueCommand;
import dev.sluice.cli.live.ReleaseAllCommand;
import dev.sluice.cli.live.ServeCommand;
import dev.sluice.cli.resourcequery.ConformanceCommand;
import dev.sluice.cli.resourcequery.ResourceQueryCommand;
import dev.sluice.cli.simulate.SimulateCommand;
import dev.sluice.cli.simulate.SweepCommand;
import dev.sluice.cli.simulate.VerifyReferenceCommand;
import dev.sluice.cli.watch.WatchCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import picocli.CommandLine;

/// All commands, in the order of the help.
///
/// picocli reads a command's annotations by reflection, which takes longer than starting the JVM. So only the
/// requested command is built, and all of them only for the help.
final class Subcommands {
    private record Subcommand(String word, Supplier<Object> make) {}

    private static final List<Subcommand> ALL = List.of(
            new Subcommand("demo", DemoCommand::new),
            new Subcommand("up", UpCommand::new),
            new Subcommand("serve", ServeCommand::new),
            new Subcommand("queue", QueueCommand::new),
            new Subcommand("explain", ExplainCommand::new),
            new Subcommand("release-all", ReleaseAllCommand::new),
            new Subcommand("config", ConfigCommand::new),
            new Subcommand("nodes", NodesCommand::new),
            new Subcommand("watch", WatchCommand::new),
            new Subcommand("simulate", SimulateCommand::new),
            new Subcommand("sweep", SweepCommand::new),
            new Subcommand("verify-reference", VerifyReferenceCommand::new),
            new Subcommand("resource-query", ResourceQueryCommand::new),
            new Subcommand("graph", GraphCommand::new),
            new Subcommand("jobspec", JobspecCommand::new),
            new Subcommand("generate", GenerateCommand::new),
            new Subcommand("conformance", ConformanceCommand::new),
            new Subcommand("doctor", DoctorCommand::new),
            new Subcommand("completion", CompletionCommand::new),
            new Subcommand("help", CommandLine.HelpCommand::new));

    private static final List<String> THAT_SHOW_ALL = List.of("completion", "help");

    private Subcommands() {}

    static List<String> words() {
        return ALL.stream().map(Subcommand::word).toList();
    }

    /// Adds the commands that these arguments need.
    static void addTo(CommandLine root, String... arguments) {
        for (Subcommand command : neededFor(arguments)) {
            root.addSubcommand(command.word(), command.make().get());
        }
    }

    private static List<Subcommand> neededFor(String... arguments) {
        Optional<Subcommand> asked = Arrays.stream(arguments)
                .flatMap(argument ->
                        ALL.stream().filter(command -> command.word().equals(argument)))
                .findFirst();
        if (asked.isPresent() && !THAT_SHOW_ALL.contains(asked.get().word())) {
            return List.of(asked.get());
        }
        boolean onlyTheVersion =
                arguments.length == 1 && List.of("--version", "-V").contains(arguments[0]);
        return onlyTheVersion ? List.of() : ALL;
    }
}
