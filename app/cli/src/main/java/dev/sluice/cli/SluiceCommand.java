package dev.sluice.cli;

import dev.sluice.cli.console.BuildVersion;
import dev.sluice.cli.console.LogLevel;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ScopeType;

/// `sluice`: the root command; [Subcommands] lists the others.
///
/// Built by calls instead of annotations: it is part of every start, and reading its annotations takes longer
/// than the rest of the start.
final class SluiceCommand implements Runnable {
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this)
            .name("sluice")
            .versionProvider(new BuildVersion())
            .addOption(OptionSpec.builder("-h", "--help")
                    .usageHelp(true)
                    .description("Show this help message and exit.")
                    .build())
            .addOption(OptionSpec.builder("-V", "--version")
                    .versionHelp(true)
                    .description("Print version information and exit.")
                    .build())
            .addOption(OptionSpec.builder("--log-level")
                    .paramLabel("LEVEL")
                    .type(LogLevel.class)
                    .scopeType(ScopeType.INHERIT)
                    .description("What to log on standard error: off, error, warn (default), info, debug or trace.")
                    .setter(new ChooseLogLevel())
                    .build());

    static CommandLine commandLine() {
        SluiceCommand root = new SluiceCommand();
        root.spec
                .usageMessage()
                .header("An HPC-grade batch scheduler for Kubernetes.")
                .synopsisSubcommandLabel("COMMAND")
                .commandListHeading("%nCommands:%n")
                .optionListHeading("%nOptions:%n")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  sluice demo               see it work, in a few seconds",
                        "  sluice doctor             check what this machine has and lacks",
                        "  sluice help demo          all about one command",
                        "  source <(sluice completion bash)");
        return new CommandLine(root.spec);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static final class ChooseLogLevel implements ISetter {
        @Override
        public <T> T set(T value) {
            if (value instanceof LogLevel level) {
                level.choose();
            }
            return value;
        }
    }
}
