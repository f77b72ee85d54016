package dev.sluice.cli.cluster;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.Stopping;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.cluster.RemoteNodeFleet;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.PodStarts;
import dev.sluice.kube.cluster.nodes.StartFile;
import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ListOptions;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.fault.TerminateOnFault;
import dev.sluice.runtime.time.SystemClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice nodes`: simulated nodes in an existing cluster.
@Command(
        name = "nodes",
        header = "Add simulated nodes to a cluster.",
        mixinStandardHelpOptions = true,
        description = "%nRegisters nodes with a cluster, sends their heartbeats and plays the lives of the pods that"
                + " are placed on them, as 'sluice up' does: nothing is run, pods that do not fit are refused as a"
                + " kubelet would. Ctrl-C stops it and removes the nodes.%n",
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice nodes --kubeconfig ~/.kube/config --nodes 100 --node-shape cpu=64,memory=256Gi,gpu=4",
            "  sluice nodes --nodes 20 --node-prefix sim- --racks 2 --keep"
        })
public final class NodesCommand implements Callable<Integer> {
    private static final long PATIENCE_SECONDS = 600;

    /// How long Ctrl-C waits for a cluster that does not answer; twice as long if it has answered just before.
    private static final long STOP_SECONDS = 2;

    private static final String LEFT_BEHIND = "the cluster does not answer any more; its simulated nodes stay behind";

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private FleetMixin fleet;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ClusterOptions cluster;

    @Option(
            names = "--starts",
            paramLabel = "FILE",
            description = "Append a line to FILE for each pod that is started: the UIDs of its controller, such as its"
                    + " Job, and of the pod, its namespace and name.")
    private @Nullable Path starts;

    @Option(names = "--keep", description = "Keep the nodes when stopped; they become not ready.")
    private boolean keeps;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        FleetSettings settings = fleet.settings();
        PrintWriter out = spec.commandLine().getOut();
        Faults faults = new TerminateOnFault(System.err);
        try (Stopping stopping = new Stopping(STOP_SECONDS, LEFT_BEHIND);
                KubeClient client = cluster.connect();
                StartFile startFile = openStarts()) {
            Kube kube = new AnswerNotingKube(client, stopping::progress);
            mustAnswer(kube);
            try (RemoteNodeFleet nodes = RemoteNodeFleet.start(
                    kube,
                    settings,
                    startFile == null ? PodStarts.IGNORED : startFile,
                    new SystemClock(),
                    fleet.seeds(),
                    faults)) {
                boolean areThere = stopping.await(nodes::awaitRegistered, PATIENCE_SECONDS);
                out.println(
                        areThere
                                ? "%d simulated nodes are registered. Ctrl-C stops them.".formatted(settings.nodes())
                                : "Not all nodes are registered yet.");
                out.flush();
                stopping.await();
            }
            if (!keeps) {
                remove(kube, settings);
            }
        }
        return ExitCode.OK;
    }

    private @Nullable StartFile openStarts() {
        try {
            return starts == null ? null : StartFile.append(starts);
        } catch (IOException e) {
            throw new BadInput("--starts (%s) cannot be written: %s".formatted(starts, e.getMessage()));
        }
    }

    private void remove(Kube kube, FleetSettings settings) {
        try {
            RemoteNodeFleet.remove(kube, settings);
        } catch (UncheckedIOException e) {
            spec.commandLine().getErr().println("sluice: " + LEFT_BEHIND);
        }
    }

    /// Reports an unreachable cluster at once, instead of retrying for ever.
    private static void mustAnswer(Kube kube) {
        try {
            kube.list(KubeTypes.NODES, "", ListOptions.ALL.page(1, ""));
        } catch (ApiException | UncheckedIOException e) {
            throw new BadInput("the cluster does not answer: " + e.getMessage());
        }
    }
}
