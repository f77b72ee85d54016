package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.graph.match.MatchPolicy;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice resource-query`: the command line of flux-sched's tool of that name.
@Command(
        name = "resource-query",
        header = "Try out a resource graph, as with flux-sched's resource-query.",
        mixinStandardHelpOptions = true,
        description =
                "%nReads commands from standard input until quit or its end; 'help' lists them. On a terminal there are"
                        + " a history and completion with the Tab key.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice resource-query -L tiny.graphml -P low",
            "  echo 'match allocate job.yaml' | sluice resource-query -L machine.json -f jgf -F rv1_nosched -d"
        })
public final class ResourceQueryCommand implements Callable<Integer> {
    private static final String PROMPT = "resource-query> ";

    /// As many as flux-sched would make room for.
    private static final long EXPECTED_VERTICES_MAX = 2_000_000;

    @Option(
            names = {"-L", "--load-file"},
            paramLabel = "FILE",
            required = true,
            description = "The graph.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String graphFile;

    @Option(
            names = {"-f", "--load-format"},
            paramLabel = "FORMAT",
            defaultValue = "grug",
            description = "How it is written: grug (default), jgf, jgf_shorthand, rv1exec or rv1exec_force.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String loadFormat;

    @Option(
            names = {"-W", "--load-allowlist"},
            paramLabel = "TYPES",
            description =
                    "Which types to load; taken, but without effect: it is about hwloc files, which are not read.")
    @SuppressWarnings("UnusedVariable") // scripts may give it
    private Optional<String> allowlist = Optional.empty();

    @Option(
            names = {"-S", "--match-subsystems"},
            paramLabel = "NAME",
            defaultValue = "CA",
            description = "What to match on: " + ResourceQueryOptions.SUBSYSTEMS
                    + " (default: ${DEFAULT-VALUE}, containment).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String subsystems;

    @Option(
            names = {"-P", "--match-policy"},
            paramLabel = "POLICY",
            defaultValue = "first",
            completionCandidates = PolicyNames.class,
            description = "What to prefer: " + MatchPolicy.NAMES + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String policy;

    @Option(
            names = {"-F", "--match-format"},
            paramLabel = "FORMAT",
            defaultValue = "simple",
            description = "How to print: " + MatchFormat.NAMES + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String matchFormat;

    @Option(
            names = {"-T", "--traverser"},
            paramLabel = "NAME",
            defaultValue = "simple",
            description = "simple (default), or flexible for requests with alternatives, such as xor_slots.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String traverser;

    @Option(
            names = {"-p", "--prune-filters"},
            paramLabel = "FILTERS",
            defaultValue = ResourceQueryOptions.DEFAULT_PRUNE_FILTERS,
            description = "Which types a vertex counts below itself (default: ${DEFAULT-VALUE}). The order of first and"
                    + " firstnodex depends on it, and what find agfilter=true shows. May be repeated.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private List<String> pruneFilters;

    @Option(
            names = {"-g", "--graph-format"},
            paramLabel = "FORMAT",
            defaultValue = "dot",
            description = "How -o writes: dot (default) or graphml.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String graphFormat;

    @Option(
            names = {"-o", "--graph-output"},
            paramLabel = "BASENAME",
            description = "Write the graph to BASENAME.dot or BASENAME.graphml at the end.")
    private Optional<String> graphOutput = Optional.empty();

    @Option(
            names = {"-r", "--reserve-vtx-vec"},
            paramLabel = "SIZE",
            defaultValue = "0",
            description = "How many vertices to make room for; taken, but without effect: room is made as needed.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String expectedVertices;

    @Option(
            names = {"-e", "--elapse-time"},
            description = "Tell how long loading and each match took.")
    private boolean timed;

    @Option(
            names = {"-d", "--disable-prompt"},
            description = "Print no prompt.")
    private boolean withoutPrompt;

    @Option(
            names = {"-t", "--test-output"},
            paramLabel = "FILE",
            description = "Write all results to this file only.")
    private Optional<Path> testOutput = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        GraphDump dump = GraphDump.named(graphFormat);
        if (testOutput.isEmpty()) {
            run(dump, spec.commandLine().getOut()::write);
        } else {
            try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(testOutput.get()))) {
                run(dump, file::write);
            }
        }
        return ExitCode.OK;
    }

    private void run(GraphDump dump, Consumer<String> results) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Outlets outlets = outlets(results);
        outlets.errors().accept(warnings());
        long start = System.nanoTime();
        Session session = new Session(options(), new DiskFiles(Path.of("")), outlets, System::nanoTime);
        if (timed) {
            out.write(LoadReport.text(session.model().graph(), PrintedSeconds.between(start, System.nanoTime())));
        }
        try (CommandLines lines = lines(session)) {
            Optional<String> line = lines.next();
            while (line.isPresent() && session.execute(line.get())) {
                line = lines.next();
            }
        }
        graphOutput.ifPresent(basename -> {
            out.write("INFO: Write the target graph of the matcher...\n");
            dump.write(session.model().graph(), basename);
        });
        out.flush();
    }

    /// What is odd about the options, but not wrong; empty if nothing is.
    String warnings() {
        long expected = CommandWords.number(expectedVertices);
        return expected < 0 || expected > EXPECTED_VERTICES_MAX
                ? "WARN: out of range specified for --reserve-vtx-vec: " + expectedVertices + "\n"
                : "";
    }

    ResourceQueryOptions options() {
        return new ResourceQueryOptions(
                new ResourceQueryOptions.Source(graphFile, loadFormat, subsystems),
                new ResourceQueryOptions.Matching(policy, matchFormat, joinedFilters(), traverser),
                timed);
    }

    /// As in flux-sched, blank values do not count.
    private String joinedFilters() {
        return pruneFilters.stream().filter(filters -> !filters.isBlank()).collect(Collectors.joining(","));
    }

    /// An error comes after the results before it, even if both go to the same place.
    private Outlets outlets(Consumer<String> results) {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        return new Outlets(results, out::write, text -> {
            out.flush();
            err.write(text);
            err.flush();
        });
    }

    private CommandLines lines(Session session) throws IOException {
        // There is a console, or not, or one that is none, depending on the JDK.
        boolean isTyped = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .isPresent();
        PrintWriter out = spec.commandLine().getOut();
        String prompt = withoutPrompt ? "" : PROMPT;
        return isTyped
                ? new TerminalLines(session.completions(), out, prompt)
                : new ScriptLines(System.in, out, prompt);
    }
}
