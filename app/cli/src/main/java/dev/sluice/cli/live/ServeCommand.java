package dev.sluice.cli.live;

import dev.sluice.cli.cluster.ClusterOptions;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.LogLevel;
import dev.sluice.cli.console.Stopping;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.runtime.fault.TerminateOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.LiveServer;
import dev.sluice.server.SchedulerProcess;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `sluice serve`: the scheduler of a cluster.
@Command(
        name = "serve",
        header = "Schedule the Jobs and pods of a cluster that opt in.",
        mixinStandardHelpOptions = true,
        description =
                "%nFollows a cluster, queues managed Jobs and pods in PostgreSQL, decides where and when each runs,"
                        + " releases it there, and follows it to its end. Serves the webhook that holds new objects, the"
                        + " queue for sluice queue and explain, and health and metrics.%n%nOne process schedules at a"
                        + " time: a second one waits for the first one's lock in the database. What is in the database"
                        + " survives this process; what is in the cluster runs on without it.%n%ndeploy/ has manifests"
                        + " with the rights that it needs; docs/server.md lists settings, paths and metrics.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "  2:bad options or settings, or the kubeconfig cannot be used",
            " 70:a fault of the program itself",
            "130:ended by Ctrl-C",
            "143:ended by SIGTERM"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice serve --database jdbc:postgresql://db.example/sluice",
            "  sluice serve --config sluice.yaml --kubeconfig ~/.kube/config",
            "  SLUICE_DATABASE_PASSWORD=… sluice serve --set policy=conservative --set queues.default.walltime=2h"
        })
public final class ServeCommand implements Callable<Integer> {
    /// Kubernetes gives a pod 30 s; all that must be kept is in the database already.
    private static final long STOP_SECONDS_MAX = 4;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ClusterOptions cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ConfigMixin config;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        LogLevel.INFO.chooseByDefault();
        Configuration configuration = config.configuration();
        ServerConfig checked = ConfigMixin.checked(configuration);
        var database = checked.database()
                .orElseThrow(() -> new BadInput("a database is needed: --database jdbc:postgresql://host:5432/name,"
                        + " SLUICE_DATABASE_URL, or database.url in the file of --config"));
        Clock clock = new SystemClock();
        String name = "sluice " + ProcessHandle.current().pid();
        PrintWriter out = spec.commandLine().getOut();
        try (Stopping stopping = new Stopping(STOP_SECONDS_MAX, "ended without waiting for open calls");
                KubeClient kube = cluster.connect();
                LiveServer server =
                        start(kube, checked, new LiveServer.Identity(name, database, false, _ -> {}), clock)) {
            out.println("serving: https port %d (webhook, queue), http port %d (health, metrics)"
                    .formatted(server.securePort(), server.httpPort()));
            out.flush();
            stopping.await();
        }
        return ExitCode.OK;
    }

    private static LiveServer start(KubeClient kube, ServerConfig config, LiveServer.Identity identity, Clock clock) {
        try {
            return LiveServer.start(
                    kube,
                    config,
                    identity,
                    new SchedulerProcess.Surroundings(
                            clock, new Seeds(clock.nowNanos()), new TerminateOnFault(System.err)));
        } catch (IllegalStateException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
