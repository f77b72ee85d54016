package dev.sluice.cli.demo;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.Stopping;
import dev.sluice.cli.demo.live.LiveDemo;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgresException;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import java.io.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice demo`: a live scheduler on a cluster in this process.
@Command(
        name = "demo",
        header = "See Sluice schedule a cluster, in under a minute.",
        mixinStandardHelpOptions = true,
        description = "%nStarts a Kubernetes cluster with simulated nodes in this process, a PostgreSQL and Sluice, and"
                + " submits work: a gang that must wait, small jobs that run around it meanwhile, a service of another"
                + " scheduler, a job that reaches its wall time; then a node fails. Jobs last seconds instead of hours."
                + " Every line is read from the cluster's objects, the scheduler's records or its audit.%n%n"
                + "Everything is gone at the end but a page about the run, whose place is printed.%n",
        footerHeading = "%nExamples:%n",
        footer = {"  sluice demo", "  sluice demo --seed 7", "  sluice demo model        without a cluster"},
        subcommands = ModelDemoCommand.class)
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another number makes another story (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--plain", description = "Print lines, also on a terminal.")
    private boolean isPlain;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Where to write the page (default: sluice-demo/live.html in the temporary folder).")
    private @Nullable Path report;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path page = report == null
                ? Path.of(System.getProperty("java.io.tmpdir"), "sluice-demo", "live.html")
                : report.toAbsolutePath();
        boolean isLive = !isPlain && isTerminal();
        try (Stopping stopping = new Stopping();
                LiveDemo demo = LiveDemo.start(new Seeds(seed), new SystemClock(), spec.commandLine(), page)) {
            return demo.run(isLive, stopping) ? ExitCode.OK : ExitCode.FAILED;
        } catch (EmbeddedPostgresException e) {
            throw new BadInput(e.getMessage() + ". Maybe sluice demo model, which needs no database.");
        }
    }

    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
}
