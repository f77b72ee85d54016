package dev.sluice.cli.jobspec;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.InputFiles;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.explain.JobspecExplanation;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `sluice jobspec`: validates and explains jobspecs.
@Command(
        name = "jobspec",
        header = "Check and explain Flux jobspecs.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice jobspec validate *.yaml", "  sluice jobspec explain job.yaml"})
public final class JobspecCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    @Command(
            name = "validate",
            header = "Check jobspecs; exits with 1 if one is not valid.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = {"  sluice jobspec validate job.yaml", "  sluice jobspec validate --rfc *.yaml"})
    int validate(
            @Option(names = "--rfc", description = "Follow RFC 14 strictly where flux-sched's parser differs.")
                    boolean byRfc,
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON.") List<String> files) {
        boolean valid = true;
        for (String file : files) {
            try {
                JobspecReader.read(InputFiles.read(file), file, dialect(byRfc));
                spec.commandLine().getOut().println(file + ": valid");
            } catch (JobspecException e) {
                spec.commandLine().getErr().println(e.getMessage());
                valid = false;
            }
        }
        return valid ? ExitCode.OK : ExitCode.FAILED;
    }

    @Command(
            name = "explain",
            header = "Explain in words, and show as a tree, what jobspecs request.",
            mixinStandardHelpOptions = true,
            footerHeading = "%nExamples:%n",
            footer = "  sluice jobspec explain job.yaml")
    int explain(
            @Option(names = "--rfc", description = "Follow RFC 14 strictly where flux-sched's parser differs.")
                    boolean byRfc,
            @Parameters(paramLabel = "FILE", arity = "1..*", description = "YAML or JSON.") List<String> files) {
        PrintWriter out = spec.commandLine().getOut();
        for (String file : files) {
            try {
                out.println(JobspecExplanation.of(JobspecReader.read(InputFiles.read(file), file, dialect(byRfc))));
            } catch (JobspecException e) {
                spec.commandLine().getErr().println(e.getMessage());
                return ExitCode.BAD_INPUT;
            }
        }
        return ExitCode.OK;
    }

    private static Dialect dialect(boolean byRfc) {
        return byRfc ? Dialect.RFC : Dialect.FLUX_SCHED;
    }
}
