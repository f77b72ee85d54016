package dev.sluice.cli.graph;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.cli.graphfile.GraphFormat;
import dev.sluice.cli.resourcequery.RehearsedMachine;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.model.ResourceModel;
import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice graph`: shows resource graphs.
@Command(
        name = "graph",
        header = "Show resource graphs.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice graph show machine.graphml", "  sluice graph show --depth 2 machine.json"})
public final class GraphCommand implements Runnable {

    /// The depth that shows everything.
    private static final int ALL_LEVELS = Integer.MAX_VALUE;

    enum Output {
        text,
        json,
        dot
    }

    /// The shape of the JSON.
    record Report(String file, GraphFormat format, List<Total> totals, Group tree) {}

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "show",
            header = "Show a machine as a tree, with totals per type and what is free.",
            mixinStandardHelpOptions = true,
            description =
                    "%nEqual vertices are shown once, with their number: a machine of 10,000 equal nodes takes a few"
                            + " lines. Free vertices are up and not in use, not even in part; everything below a vertex that is"
                            + " down is down. --after runs a script of resource-query first, so that there is some usage to"
                            + " see.%n",
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice graph show machine.graphml",
                "  sluice graph show --depth 2 machine.json",
                "  sluice graph show --after jobs.in --policy low machine.graphml",
                "  sluice graph show -o json machine.json | jq '.totals[] | select(.type == \"core\")'",
                "  sluice graph show -o dot tiny.graphml | dot -Tsvg > tiny.svg"
            })
    void show(
            @Option(
                            names = {"-f", "--format"},
                            paramLabel = "FORMAT",
                            description = "The format: ${COMPLETION-CANDIDATES} (default: by its content).")
                    Optional<GraphFormat> format,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FORMAT",
                            defaultValue = "text",
                            description =
                                    "The output format: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}); dot is"
                                            + " for Graphviz and draws every vertex.")
                    Output output,
            @Option(names = "--depth", paramLabel = "N", description = "Show only N levels below the root.")
                    Optional<Integer> depth,
            @Option(names = "--after", paramLabel = "SCRIPT", description = "Run these resource-query commands first.")
                    Optional<String> script,
            @Option(
                            names = {"-P", "--policy"},
                            paramLabel = "POLICY",
                            defaultValue = "first",
                            description = "The match policy of --after (default: ${DEFAULT-VALUE}).")
                    String policy,
            @Parameters(paramLabel = "FILE", description = "The graph.") String file) {
        int levels = depth.orElse(ALL_LEVELS);
        if (levels < 0) {
            throw new BadInput("--depth (%d) must be 0 or more".formatted(levels));
        }
        String text = InputFiles.read(file);
        GraphFormat written = format.orElseGet(() -> GraphFormat.guess(text, file));
        Optional<ResourceModel> model = script.map(commands -> RehearsedMachine.after(
                commands, file, written, policy, spec.commandLine().getErr()));
        ResourceGraph graph = model.map(ResourceModel::graph).orElseGet(() -> written.read(text, file));
        if (graph.root() == ResourceGraph.NO_VERTEX) {
            throw new BadInput(file + " has no root in the containment subsystem, so there is no tree to show");
        }
        Use use = model.map(rehearsed -> Use.at(rehearsed, 0)).orElseGet(Use::none);
        Report report = report(graph, use, written, file);
        PrintWriter out = spec.commandLine().getOut();
        switch (output) {
            case text ->
                new TreeText(spec.commandLine().getColorScheme().ansi())
                        .print(report.tree(), report.totals(), levels, out);
            case json ->
                out.println(OutputOption.toJson(
                        new Report(file, written, report.totals(), report.tree().upTo(levels))));
            case dot -> DotText.print(graph, use, levels, out);
        }
    }

    private static Report report(ResourceGraph graph, Use use, GraphFormat format, String file) {
        try {
            Group root = Grouping.of(graph, use);
            return new Report(file, format, Total.of(root), root);
        } catch (GraphException e) {
            throw new BadInput(file + ": " + e.getMessage());
        } catch (ArithmeticException e) {
            throw new BadInput(file + ": the sizes of one type add up to more than 2^63");
        }
    }
}
