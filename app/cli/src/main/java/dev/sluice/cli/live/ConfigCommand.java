package dev.sluice.cli.live;

import dev.sluice.cli.console.ExitCode;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.Setting;
import java.io.PrintWriter;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `sluice config`: the configuration of a server.
@Command(
        name = "config",
        header = "Check the configuration of sluice serve.",
        mixinStandardHelpOptions = true,
        subcommands = ConfigCommand.Check.class)
public final class ConfigCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command: check");
    }

    /// `sluice config check`.
    @Command(
            name = "check",
            header = "Check settings, and print each with its value and origin.",
            mixinStandardHelpOptions = true,
            exitCodeListHeading = "%nExit codes:%n",
            exitCodeList = {" 0:all is well", " 2:something is wrong; each problem has a line"},
            footerHeading = "%nExamples:%n",
            footer = {
                "  sluice config check --config deploy/sluice.yaml",
                "  SLUICE_POLICY=conservative sluice config check"
            })
    static final class Check implements Callable<Integer> {
        @Mixin
        @SuppressWarnings("NullAway.Init") // set by picocli
        private ConfigMixin config;

        @Spec
        @SuppressWarnings("NullAway.Init") // set by picocli
        private CommandSpec spec;

        @Override
        public Integer call() {
            Configuration configuration = config.configuration();
            var _ = ConfigMixin.checked(configuration);
            PrintWriter out = spec.commandLine().getOut();
            for (Setting each : Setting.values()) {
                Configuration.Value value = configuration.value(each);
                boolean isHidden = each.isSecret() && !value.text().isEmpty();
                out.printf("%-24s %-32s %s%n", each.key(), isHidden ? "(hidden)" : value.text(), value.origin());
            }
            new TreeMap<>(configuration.wallTimes())
                    .forEach((queue, value) -> out.printf(
                            "%-24s %-32s %s%n", "queues." + queue + ".walltime", value.text(), value.origin()));
            out.flush();
            return ExitCode.OK;
        }
    }
}
