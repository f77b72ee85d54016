package dev.sluice.cli;

import dev.sluice.cli.demo.DemoCommand;
import dev.sluice.cli.doctor.DoctorCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// `sluice`: the root of all commands.
@Command(
        name = "sluice",
        header = "An HPC-grade batch scheduler for Kubernetes.",
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice demo               see it work, in a few seconds",
            "  sluice doctor             what this machine has and lacks",
            "  sluice help demo          all about one command",
            "  source <(sluice completion bash)"
        },
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        subcommands = {DemoCommand.class, DoctorCommand.class, CompletionCommand.class, CommandLine.HelpCommand.class})
final class SluiceCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--log-level",
            paramLabel = "LEVEL",
            scope = ScopeType.INHERIT,
            defaultValue = "WARN",
            description = "What to log on standard error: off, error, warn (default), info, debug or trace.")
    void logLevel(LogLevel level) {
        level.choose();
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
