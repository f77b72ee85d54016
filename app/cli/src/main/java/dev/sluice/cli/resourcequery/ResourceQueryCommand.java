package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.InputFiles;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
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
                "%nReads commands from standard input: match, find, cancel, partial-cancel, set-status, get-status,"
                        + " set-property, get-property, info, quit, and their short forms.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice resource-query -L tiny.graphml -P low",
            "  echo 'match allocate job.yaml' | sluice resource-query -L machine.json -f jgf -F rv1_nosched -d"
        })
public final class ResourceQueryCommand implements Callable<Integer> {
    private static final String PROMPT = "resource-query> ";

    /// The only combination of subsystems that matching knows so far.
    private static final List<String> SUBSYSTEMS = List.of("CA");

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
            description = "How it is written: grug (default), jgf or rv1exec.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String loadFormat;

    @Option(
            names = {"-S", "--match-subsystems"},
            paramLabel = "NAME",
            defaultValue = "CA",
            description = "What to match on: CA, containment (default).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String subsystems;

    @Option(
            names = {"-P", "--match-policy"},
            paramLabel = "POLICY",
            defaultValue = "first",
            description = "What to prefer: first (default), firstnodex, high, low, hinode, lonode, hinodex or lonodex.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String policy;

    @Option(
            names = {"-F", "--match-format"},
            paramLabel = "FORMAT",
            defaultValue = "simple",
            description = "How to print: simple (default), pretty_simple, jgf, rlite or rv1_nosched.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String matchFormat;

    @Option(
            names = {"-p", "--prune-filters"},
            paramLabel = "FILTERS",
            defaultValue = ResourceQueryOptions.DEFAULT_PRUNE_FILTERS,
            description = "Of which types to keep count (default: ${DEFAULT-VALUE}); matches do not depend on it.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String pruneFilters;

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
        if (!SUBSYSTEMS.contains(subsystems)) {
            throw new BadInput("--match-subsystems (%s) is not known; only CA is, so far".formatted(subsystems));
        }
        PrintWriter out = spec.commandLine().getOut();
        ResourceQueryOptions options =
                new ResourceQueryOptions(graphFile, loadFormat, policy, matchFormat, pruneFilters);
        if (testOutput.isEmpty()) {
            run(options, text -> print(out, text));
        } else {
            try (PrintWriter file = new PrintWriter(Files.newBufferedWriter(testOutput.get()))) {
                run(options, file::print);
            }
        }
        return ExitCode.OK;
    }

    private void run(ResourceQueryOptions options, Consumer<String> results) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Session session = new Session(options, InputFiles::read, results, text -> print(err, text));
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        boolean goesOn = true;
        while (goesOn) {
            if (!withoutPrompt) {
                print(out, PROMPT);
            }
            String line = input.readLine();
            goesOn = line != null && session.execute(line);
        }
    }

    private static void print(PrintWriter writer, String text) {
        writer.print(text);
        writer.flush();
    }
}
