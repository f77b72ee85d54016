package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.graphfile.GraphFormat;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.Subsystems;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.PruningFilters;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.traverser.Traverser;
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
        Traverser traverser = Traverser.named(matching.traverser())
                .orElseThrow(() -> new BadInput(
                        "--traverser (%s) is neither simple nor flexible".formatted(matching.traverser())));
        PruningFilters filters = filters(matching.pruneFilters());
        Subsystems subsystems = subsystems(options.source());
        ResourceGraph graph = load(options.source(), subsystems, files);
        ResourceModel model = new ResourceModel(graph, policy, subsystems, filters);
        this.space = new Workspace(model, format, files, new JobRegister(), outlets);
        SessionJobspecs jobspecs = new SessionJobspecs(files, traverser, graph, filters.types());
        this.commands = Commands.table(space, jobspecs, filters, options.timed(), nanos);
    }

    /// Carries out one line. Unknown words are passed over, as comments are.
    ///
    /// @return whether the session goes on
    boolean execute(String line) {
        List<String> words = CommandWords.of(line);
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

    /// The graph as the subsystems show it that are to be matched on.
    private static ResourceGraph load(ResourceQueryOptions.Source source, Subsystems subsystems, TextFiles files) {
        ResourceGraph graph = GraphFormat.named(source.format()).read(files.read(source.file()), source.file());
        Optional<String> missing = subsystems.missingIn(graph);
        if (missing.isPresent()) {
            throw new BadInput("--match-subsystems (%s): %s has no root in the %s subsystem"
                    .formatted(source.subsystems(), source.file(), missing.get()));
        }
        return subsystems.viewOf(graph);
    }

    private static PruningFilters filters(String text) {
        try {
            return PruningFilters.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadInput("--prune-filters: " + e.getMessage());
        }
    }

    private static Subsystems subsystems(ResourceQueryOptions.Source source) {
        return Subsystems.named(source.subsystems())
                .orElseThrow(() -> new BadInput("--match-subsystems (%s) is not one of %s"
                        .formatted(source.subsystems(), ResourceQueryOptions.SUBSYSTEMS)));
    }
}
