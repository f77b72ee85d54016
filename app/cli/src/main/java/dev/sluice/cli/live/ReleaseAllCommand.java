package dev.sluice.cli.live;

import dev.sluice.cli.cluster.ClusterOptions;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.Stopping;
import dev.sluice.controller.release.ReleaseAll;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.kube.port.ApiException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice release-all`: lets all managed work go, so that Sluice can be removed.
@Command(
        name = "release-all",
        header = "Let all held work go, so that removing Sluice strands nothing.",
        mixinStandardHelpOptions = true,
        description = "%nDeletes the webhook and the policies of intake, unsuspends held Jobs, removes gates, and binds"
                + " pods that name Sluice as their scheduler to the first node on which they fit, until no Job or"
                + " pod needs it any more. Stop sluice serve first.%n%n"
                + "Gangs are not placed whole any more, and nothing is in order: this is the end of scheduling, not"
                + " a way of it.%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:all held work was let go; no Job or pod needs Sluice any more",
            " 1:ended by Ctrl-C before that, or the cluster refuses to let some objects go; it may be called again",
            " 2:the cluster cannot be reached or cannot be listed, or --yes is missing"
        },
        footerHeading = "%nExamples:%n",
        footer = {"  kubectl scale deployment sluice --namespace sluice --replicas 0", "  sluice release-all --yes"})
public final class ReleaseAllCommand implements Callable<Integer> {
    private static final long PAUSE_SECONDS = 1;

    /// Deleted policies and webhooks refuse for some seconds more, on a busy cluster for longer.
    private static final int REFUSED_ROUNDS_MAX = 60;

    /// More reasons are hardly read; the others are mostly the same.
    private static final int REASONS_MAX = 20;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ClusterOptions cluster;

    @Option(names = "--yes", description = "Needed: there is no way back for what has been released.")
    private boolean isSure;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (!isSure) {
            throw new BadInput("release-all lets all held work go at once; repeat it with --yes");
        }
        PrintWriter out = spec.commandLine().getOut();
        try (Stopping stopping = new Stopping();
                KubeClient kube = cluster.connect()) {
            ReleaseAll release = new ReleaseAll(kube);
            String told = "";
            List<String> reasons = List.of();
            int refused = 0;
            while (!stopping.isStopped() && refused < REFUSED_ROUNDS_MAX) {
                ReleaseAll.Round round = release.round();
                reasons = round.refused();
                refused = round.isRefused() ? refused + 1 : 0;
                String line =
                        ("deleted %d webhooks and policies, released %d Jobs and %d pods, bound %d; %d wait for room,"
                                        + " %d unfinished, %d refused")
                                .formatted(
                                        round.intake(),
                                        round.jobs(),
                                        round.pods(),
                                        round.bound(),
                                        round.waiting(),
                                        round.unfinished(),
                                        reasons.size());
                if (!line.equals(told)) {
                    out.println(line);
                    out.flush();
                    told = line;
                }
                if (round.isLast()) {
                    for (String owner : release.templates()) {
                        out.println(
                                "The template of " + owner + " names Sluice: change it, or its next pods will wait.");
                    }
                    out.println("Nothing needs Sluice any more.");
                    return ExitCode.OK;
                }
                var _ = stopping.await(
                        seconds -> {
                            Thread.sleep(seconds * 1000);
                            return false;
                        },
                        PAUSE_SECONDS);
            }
            reasons.stream().limit(REASONS_MAX).forEach(why -> out.println("The cluster refuses: " + why));
            if (reasons.size() > REASONS_MAX) {
                out.println("The cluster refuses " + (reasons.size() - REASONS_MAX) + " more.");
            }
            return ExitCode.FAILED;
        } catch (ApiException e) {
            throw new BadInput("the cluster refuses: " + e.getMessage());
        } catch (UncheckedIOException e) {
            throw new BadInput("the cluster does not answer: " + e.getMessage());
        }
    }
}
