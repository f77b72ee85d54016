package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice conformance`: shows that ours prints what flux-sched's tool printed.
@Command(
        name = "conformance",
        header = "Run recorded resource-query sessions and compare the output byte for byte.",
        mixinStandardHelpOptions = true,
        description =
                "%nDIR holds cases.tsv and recorded.tsv, one session a row, and the files they name. Exits with 1 if"
                        + " any case fails. Lines that count visited vertices are not compared.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice conformance fluxion-cases", "  sluice conformance --only t3008 fluxion-cases"})
public final class ConformanceCommand implements Callable<Integer> {
    private static final List<String> TABLES = List.of("cases.tsv", "recorded.tsv");

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
        PrintWriter out = spec.commandLine().getOut();
        List<String> tables = TABLES.stream()
                .filter(table -> Files.isRegularFile(folder.resolve(table)))
                .toList();
        if (tables.isEmpty()) {
            throw new BadInput(folder + " has neither cases.tsv nor recorded.tsv");
        }
        Conformance conformance = new Conformance(folder);
        List<Conformance.Result> results = new ArrayList<>();
        for (String table : tables) {
            conformance.run(table, prefix, result -> {
                results.add(result);
                out.println((result.passed() ? "passed  " : "FAILED  ") + result.id() + "  " + result.why());
                out.flush();
            });
        }
        long failed = results.stream().filter(result -> !result.passed()).count();
        out.printf("%d passed, %d failed%n", results.size() - failed, failed);
        return failed == 0 ? ExitCode.OK : ExitCode.FAILED;
    }
}
