package dev.sluice.cli;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.LogLevel;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/// Where the process starts: arguments in, exit code out.
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        LogLevel.WARN.chooseByDefault();
        System.exit(run(writerTo(System.out), writerTo(System.err), arguments));
    }

    public static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine commandLine = SluiceCommand.commandLine();
        Subcommands.addTo(commandLine, arguments);
        commandLine
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(Main::explainBadInput)
                .setExecutionExceptionHandler(Main::explainFailure);
        int exitCode = commandLine.execute(arguments);
        out.flush();
        err.flush();
        return exitCode;
    }

    private static int explainBadInput(CommandLine.ParameterException mistake, String[] arguments) {
        CommandLine command = mistake.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(errorText(command, DidYouMean.explain(mistake)));
        String remedy = DidYouMean.remedy(mistake)
                .orElse("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        err.println(remedy);
        return ExitCode.BAD_INPUT;
    }

    private static int explainFailure(Exception failure, CommandLine command, CommandLine.ParseResult parsed) {
        String message = failure.getMessage();
        command.getErr().println(errorText(command, message == null ? failure.toString() : message));
        if (LogLevel.isDebugging()) {
            failure.printStackTrace(command.getErr());
        }
        return failure instanceof BadInput ? ExitCode.BAD_INPUT : ExitCode.FAILED;
    }

    private static String errorText(CommandLine command, String message) {
        return "sluice: " + command.getColorScheme().errorText(message);
    }

    /// UTF-8 on every machine: tables and bars need it, and a C locale would turn them into question marks.
    private static PrintWriter writerTo(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }
}
