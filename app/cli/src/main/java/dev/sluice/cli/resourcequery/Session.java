package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.graphfile.GraphFormat;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// One session of the tool: commands in, texts out, a graph that remembers.
final class Session {
    private final Workspace space;
    private final CommandTable commands;

    /// @param nanos where elapsed time comes from
    Session(ResourceQueryOptions options, TextFiles files, Outlets outlets, LongSupplier nanos) {
        ResourceQueryOptions.Matching matching = options.matching();
        MatchPolicy policy = MatchPolicy.named(matching.policy())
                .orElseThrow(() -> new BadInput(
                        "--match-policy (%s) is not one of %s".formatted(matching.policy(), MatchPolicy.NAMES)));
        MatchFormat format = MatchFormat.named(matching.format())
                .orElseThrow(() -> new BadInput(
                        "--match-format (%s) is not one of %s".formatted(matching.format(), MatchFormat.NAMES)));
        if (!SubsystemNames.of(options.source().subsystems()).equals(List.of(ResourceGraph.CONTAINMENT))) {
            throw new BadInput("--match-subsystems (%s) cannot be matched on; only CA can, so far"
                    .formatted(options.source().subsystems()));
        }
        boolean flexible = isFlexible(matching.traverser());
        ResourceGraph graph = GraphFormat.named(options.source().format())
                .read(files.read(options.source().file()), options.source().file());
        this.space = new Workspace(new ResourceModel(graph, policy), format, files, new JobRegister(), outlets);
        this.commands = Commands.table(space, new JobRequests(files, flexible, graph), options, nanos);
    }

    /// Carries out one line. Unknown words are passed over, as comments are.
    ///
    /// @return whether the session goes on
    boolean execute(String line) {
        List<String> words = Words.of(line);
        if (words.isEmpty()) {
            return true;
        }
        Optional<Command> command = commands.named(words.getFirst());
        command.ifPresent(known -> known.action().accept(words));
        return command.isEmpty() || !command.get().name().equals(Commands.QUIT);
    }

    ResourceModel model() {
        return space.model();
    }

    Completions completions() {
        return new Completions(commands, space.graph());
    }

    private static boolean isFlexible(String traverser) {
        return switch (traverser) {
            case "simple" -> false;
            case "flexible" -> true;
            default -> throw new BadInput("--traverser (%s) is neither simple nor flexible".formatted(traverser));
        };
    }
}
