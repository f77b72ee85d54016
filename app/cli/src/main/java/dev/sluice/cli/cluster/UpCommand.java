package dev.sluice.cli.cluster;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.Stopping;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.apiserver.http.ListenException;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.SteppedCluster;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgresException;
import dev.sluice.runtime.fault.TerminateOnFault;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.EmbeddedServer;
import dev.sluice.server.SchedulerProcess;
import dev.sluice.server.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice up`: a cluster in this process.
@Command(
        name = "up",
        header = "A Kubernetes cluster on this machine, in seconds, with nothing installed.",
        mixinStandardHelpOptions = true,
        description = "%nStarts an API server with the controllers of a cluster (Jobs, ReplicaSets, Deployments,"
                + " garbage collection, namespaces) and simulated nodes, all in this process and in memory. kubectl and"
                + " other programs use it by the kubeconfig that is printed. Ctrl-C stops it, and everything in it is"
                + " gone.%n%n"
                + "Sluice schedules what opts in: Jobs and pods of namespaces with the label sluice.dev/managed=true"
                + " (lab is one), and those with the label sluice.dev/queue. Its queue is in a PostgreSQL that is"
                + " started beside it. All other pods go to the first node on which they fit. With --scheduler=none"
                + " pods wait for a scheduler of yours, such as kube-scheduler.%n%n"
                + "Nothing is run in pods. Those of Jobs, and others that are not restarted always, finish after"
                + " --run-for. Annotations of a pod say otherwise: sluice.dev/run-for (90s, 1h30m, forever),"
                + " sluice.dev/exit-code, sluice.dev/exit-reason, sluice.dev/stop-after. A node with the annotation"
                + " sluice.dev/down=true goes silent.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice up",
            "  sluice up --nodes 1000 --node-shape cpu=64,memory=256Gi,gpu=4 --racks 20",
            "  sluice up --set policy=conservative --set queues.default.walltime=1h",
            "  sluice up --port 6443 --controllers=none --scheduler=none",
            "  echo 'advance 24h' | sluice up --virtual-time",
            "  kubectl --kubeconfig ~/.sluice/kubeconfig create job hello --namespace lab --image none",
            "  sluice queue --kubeconfig ~/.sluice/kubeconfig"
        })
public final class UpCommand implements Callable<Integer> {
    private static final int PORT_MAX = 65_535;
    private static final long PATIENCE_SECONDS = 60;

    private enum WhoseControllers {
        embedded,
        none
    }

    private enum Scheduler {
        sluice,
        none
    }

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private FleetMixin fleet;

    @Option(
            names = "--scheduler",
            paramLabel = "WHICH",
            description = "${COMPLETION-CANDIDATES}; none leaves pods to a scheduler of yours (default: sluice; with"
                    + " --virtual-time none).")
    private @Nullable Scheduler scheduler;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A setting of the scheduler, as of sluice serve, such as policy=conservative.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--port",
            paramLabel = "P",
            defaultValue = "0",
            description = "The port of the API on this machine, over HTTPS (default: any free one).")
    private int port;

    @Option(
            names = "--plain-port",
            paramLabel = "P",
            defaultValue = "-1",
            description =
                    "Also serve plain HTTP on loopback, where all requests are the administrator's; 0 for any port that"
                            + " is free (default: no).")
    private int plainPort;

    @Option(
            names = "--controllers",
            paramLabel = "WHICH",
            defaultValue = "embedded",
            description = "${COMPLETION-CANDIDATES}; none leaves the work to a kube-controller-manager of yours"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private WhoseControllers controllers;

    @Option(
            names = "--kubeconfig",
            paramLabel = "FILE",
            description = "Where to write the kubeconfig (default: ~/.sluice/kubeconfig).")
    private @Nullable Path kubeconfig;

    @Option(
            names = "--no-events",
            description =
                    "Controllers and nodes write no events; useful with very many pods, each of which has two or more.")
    private boolean isWithoutEvents;

    @Option(names = "--virtual-time", description = "Let time stand still; lines on standard input advance it.")
    private boolean isVirtual;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (port < 0 || port > PORT_MAX) {
            throw new BadInput("--port (%d) must be between 0 and %d".formatted(port, PORT_MAX));
        }
        if (plainPort > PORT_MAX) {
            throw new BadInput("--plain-port (%d) must be between 0 and %d".formatted(plainPort, PORT_MAX));
        }
        if (isVirtual && scheduler == Scheduler.sluice) {
            throw new BadInput("--scheduler=sluice needs real time: leave out --virtual-time");
        }
        FleetSettings nodes = fleet.settings();
        return isVirtual ? virtually(nodes) : live(nodes);
    }

    private int live(FleetSettings nodes) throws InterruptedException {
        Clock clock = new SystemClock();
        long begin = clock.nowNanos();
        PrintWriter out = spec.commandLine().getOut();
        try (Stopping stopping = new Stopping();
                EmbeddedCluster cluster = startLive(nodes, clock)) {
            Path file = writeKubeconfig(cluster.server());
            if (scheduler == Scheduler.none) {
                awaitNodes(cluster, stopping, out);
                tell(out, cluster.server(), file, nodes.nodes(), clock.nowNanos() - begin);
                out.println("Pods wait for a scheduler: kube-scheduler --kubeconfig " + file + " --leader-elect=false");
                out.flush();
                stopping.await();
                return ExitCode.OK;
            }
            try (EmbeddedServer server = startScheduler(cluster, clock)) {
                awaitNodes(cluster, stopping, out);
                if (!stopping.await(server.server().host()::awaitScheduling, PATIENCE_SECONDS)) {
                    out.println("Sluice does not schedule yet: "
                            + server.server().host().trouble().orElse("it is about to"));
                }
                tell(out, cluster.server(), file, nodes.nodes(), clock.nowNanos() - begin);
                tellOfScheduler(out, server);
                stopping.await();
            }
        }
        return ExitCode.OK;
    }

    private static void awaitNodes(EmbeddedCluster cluster, Stopping stopping, PrintWriter out)
            throws InterruptedException {
        if (!stopping.await(cluster::awaitReady, PATIENCE_SECONDS)) {
            out.println("Not all nodes are registered yet.");
        }
    }

    private EmbeddedServer startScheduler(EmbeddedCluster cluster, Clock clock) {
        try {
            return EmbeddedServer.start(
                    cluster.kube(),
                    set,
                    new SchedulerProcess.Surroundings(
                            clock, fleet.seeds().within("scheduler"), new TerminateOnFault(System.err)),
                    _ -> {});
        } catch (ConfigException e) {
            throw new BadInput(String.join("\n", e.problems()));
        } catch (EmbeddedPostgresException e) {
            throw new BadInput(e.getMessage() + ". Maybe --scheduler=none, which needs no database.");
        }
    }

    private int virtually(FleetSettings nodes) throws InterruptedException {
        Clock clock = new SystemClock();
        long begin = clock.nowNanos();
        PrintWriter out = spec.commandLine().getOut();
        try (Stopping stopping = new Stopping();
                SteppedCluster cluster = startVirtual(nodes, begin, clock)) {
            cluster.advanceTo(begin);
            tell(out, cluster.server(), writeKubeconfig(cluster.server()), nodes.nodes(), clock.nowNanos() - begin);
            out.println("Time stands still. Commands: advance 90s, to 2030-01-01T00:00:00Z, status.");
            out.flush();
            // On its own thread: this one must be able to react to Ctrl-C, and nothing interrupts reading a
            // line.
            Thread.ofPlatform().daemon().name("time console").start(new TimeConsole(cluster, System.in, out));
            stopping.await();
        }
        return ExitCode.OK;
    }

    private EmbeddedCluster startLive(FleetSettings nodes, Clock clock) {
        try {
            return EmbeddedCluster.start(settings(nodes), clock, fleet.seeds(), new TerminateOnFault(System.err));
        } catch (ListenException e) {
            throw cannotListen(e);
        }
    }

    private SteppedCluster startVirtual(FleetSettings nodes, long startNanos, Clock machine) {
        try {
            return SteppedCluster.start(
                    settings(nodes), startNanos, machine, fleet.seeds(), new TerminateOnFault(System.err));
        } catch (ListenException e) {
            throw cannotListen(e);
        }
    }

    private BadInput cannotListen(ListenException e) {
        String option = e.port() == port ? "--port" : "--plain-port";
        return new BadInput("%s (%d) is not available. Maybe another program uses it; 0 takes any free port."
                .formatted(option, e.port()));
    }

    private ClusterSettings settings(FleetSettings nodes) {
        ServerOptions server = ServerOptions.secure(port);
        ClusterSettings settings = new ClusterSettings(
                plainPort < 0 ? server : server.withPlainPort(plainPort),
                controllers == WhoseControllers.embedded,
                nodes.nodes() == 0 ? null : nodes);
        ClusterSettings scheduled = isVirtual || scheduler == Scheduler.none ? settings : settings.withScheduler();
        return isWithoutEvents ? scheduled.withoutEvents() : scheduled;
    }

    private Path writeKubeconfig(EmbeddedApiServer server) {
        Path file = kubeconfig == null
                ? Path.of(System.getProperty("user.home"), ".sluice", "kubeconfig")
                : kubeconfig.toAbsolutePath();
        try {
            Path folder = file.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            server.kubeconfig().write(file);
            return file;
        } catch (IOException e) {
            throw new BadInput("--kubeconfig (%s) cannot be written: %s".formatted(file, e.getMessage()));
        }
    }

    private static void tell(PrintWriter out, EmbeddedApiServer server, Path file, int nodes, long nanos) {
        out.println("A cluster with %d nodes is up at %s, after %.1f s. Ctrl-C stops it."
                .formatted(nodes, server.secureAddress(), nanos / 1e9));
        out.println();
        out.println("  export KUBECONFIG=" + file);
        out.println("  kubectl get nodes");
        out.println();
        out.flush();
    }

    private static void tellOfScheduler(PrintWriter out, EmbeddedServer server) {
        out.println(
                "Sluice schedules what opts in: the namespace %s does, others by kubectl label namespace NAME %s=true"
                        .formatted(EmbeddedServer.MANAGED_NAMESPACE, SluiceNames.MANAGED));
        out.println();
        out.println("  kubectl create job hello --namespace lab --image none");
        out.println("  sluice queue");
        out.println("  psql " + server.psqlUrl());
        out.flush();
    }
}
