package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice conformance`: shows that ours prints what flux-sched's tool printed.
@Command(
        name = "conformance",
        header = "Run recorded resource-query sessions and compare the output byte for byte; check jobspec verdicts.",
        mixinStandardHelpOptions = true,
        description =
                "%nDIR holds cases.tsv and recorded.tsv, one session a row, validation.tsv, one jobspec and its verdict"
                        + " a row, and the files they name. Exits with 1 if any case fails. Lines that count visited vertices are not compared.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice conformance fluxion-cases", "  sluice conformance --only t3008 fluxion-cases"})
public final class ConformanceCommand implements Callable<Integer> {
    private static final List<String> SESSIONS = List.of("cases.tsv", "recorded.tsv");
    private static final String VERDICTS = "validation.tsv";

    @Parameters(paramLabel = "DIR", description = "The folder of the cases.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(
            names = "--only",
            paramLabel = "PREFIX",
            defaultValue = "",
            description = "Only the cases whose id begins like this.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String prefix;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (Stream.concat(SESSIONS.stream(), Stream.of(VERDICTS)).noneMatch(this::isThere)) {
            throw new BadInput(folder + " has neither cases.tsv nor recorded.tsv nor validation.tsv");
        }
        Conformance conformance = new Conformance(folder);
        long failed = 0;
        if (SESSIONS.stream().anyMatch(this::isThere)) {
            failed += report(
                    "",
                    results -> SESSIONS.stream()
                            .filter(this::isThere)
                            .forEach(table -> conformance.run(table, prefix, results)));
        }
        if (isThere(VERDICTS)) {
            failed += report("validation: ", results -> conformance.validate(VERDICTS, prefix, results));
        }
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }

    /// Prints each case as it comes and then how many there were.
    ///
    /// @return how many failed
    private long report(String what, Consumer<Consumer<Conformance.Result>> cases) {
        PrintWriter out = spec.commandLine().getOut();
        List<Conformance.Result> results = new ArrayList<>();
        cases.accept(result -> {
            results.add(result);
            out.println((result.passed() ? "passed  " : "FAILED  ")
                    + result.id()
                    + (result.passed() ? "" : "  " + result.why()));
            out.flush();
        });
        long failed = results.stream().filter(result -> !result.passed()).count();
        out.printf("%s%d passed, %d failed%n", what, results.size() - failed, failed);
        return failed;
    }

    private boolean isThere(String table) {
        return Files.isRegularFile(folder.resolve(table));
    }
}
