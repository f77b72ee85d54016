package dev.sluice.cli.watch;

import dev.sluice.cli.cluster.ClusterOptions;
import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.EndAtOnce;
import dev.sluice.cli.console.ExitCode;
import dev.sluice.cli.console.OutputOption;
import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.kube.Durations;
import dev.sluice.kube.client.KubeClient;
import dev.sluice.runtime.fault.Faults;
import dev.sluice.runtime.fault.TerminateOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.SystemClock;
import java.io.Console;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `sluice watch`: follows a cluster read-only.
@Command(
        name = "watch",
        header = "Follow a cluster read-only: what is free and held, and that the engine agrees with the cluster.",
        mixinStandardHelpOptions = true,
        description = "%nAn engine follows the nodes and pods of a cluster, as it would to schedule on it, and shows"
                + " what each rack or node has free and what pods of others and own pods hold. It writes nothing."
                + " At intervals it audits itself: it lists the cluster and compares every node and pod with its own"
                + " graph. A difference is a drift. Ctrl-C ends it.%n%n"
                + "On a terminal the picture is live. Otherwise there is a line for each interval, with -o json an"
                + " object; docs/watch.md lists its fields.%n%n"
                + "Needed: the verbs get, list and watch on nodes and pods (deploy/watch-rbac.yaml).%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:ended by Ctrl-C, or --once found no drift",
            " 1:--once found drift",
            " 2:the cluster cannot be reached or refuses, or bad options"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  sluice watch",
            "  sluice watch --kubeconfig ~/.kube/config --rack-label example.com/rack",
            "  sluice watch --once && echo no drift",
            "  sluice watch -o json --every 1m >> cluster.jsonl"
        })
public final class WatchCommand implements Callable<Integer> {
    private static final TopologyOptions USUAL = TopologyOptions.DEFAULT;

    /// The picture changes at most this often: it costs the engine's thread time.
    private static final long VIEW_NANOS = Clock.NANOS_PER_SECOND;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private ClusterOptions cluster;

    @Option(
            names = "--rack-label",
            paramLabel = "LABEL",
            defaultValue = "sluice.dev/rack",
            description = "The node label that names its rack (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String rackLabel;

    @Option(
            names = "--zone-label",
            paramLabel = "LABEL",
            defaultValue = "topology.kubernetes.io/zone",
            description = "The node label that names its zone (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String zoneLabel;

    @Option(
            names = "--scheduler",
            paramLabel = "NAME",
            defaultValue = "sluice",
            description = "Pods with this schedulerName are our own (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String scheduler;

    @Option(
            names = "--audit-every",
            paramLabel = "DURATION",
            defaultValue = "5m",
            description = "The time from the end of an audit to the next one (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String auditEvery;

    @Option(
            names = "--every",
            paramLabel = "DURATION",
            defaultValue = "10s",
            description = "The time between two lines or JSON objects (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String every;

    @Option(
            names = "--rows",
            paramLabel = "WHAT",
            defaultValue = "auto",
            description = "What has a row: ${COMPLETION-CANDIDATES}; auto shows nodes if there are few"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Rows rows;

    @Option(
            names = "--once",
            description = "Audit once, print the picture and the result, and end: 0 if there is no drift, 1 if there"
                    + " is. Takes about a minute in a cluster where nothing changes.")
    private boolean isOnce;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by picocli
    private OutputOption output;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        long everyNanos = duration("--every", every);
        Following.Settings settings = new Following.Settings(
                new ClusterFollower.Options(USUAL.withRackLabel(rackLabel).withZoneLabel(zoneLabel), scheduler),
                VIEW_NANOS,
                duration("--audit-every", auditEvery));
        boolean isLive = !isOnce && !output.isJson() && isTerminal();
        Clock clock = new SystemClock();
        Faults faults = new TerminateOnFault(System.err);
        try (KubeClient client = cluster.connect()) {
            Rights.require(client);
            try (Following following = Following.start(client, settings, clock, new Seeds(clock.nowNanos()), faults)) {
                Printing printing = new Printing(spec.commandLine(), output, rows, following);
                if (isOnce) {
                    return once(printing);
                }
                if (isLive) {
                    live(following);
                } else {
                    print(printing, everyNanos);
                }
            }
        }
        return ExitCode.OK;
    }

    static int once(Printing printing) throws InterruptedException {
        try (EndAtOnce _ = new EndAtOnce(() -> {})) {
            AuditReport report = printing.awaitAudit();
            printing.all(report);
            return report.isClean() ? ExitCode.OK : ExitCode.FAILED;
        }
    }

    /// Until Ctrl-C ends the process, or the reader of the output is gone.
    private static void print(Printing printing, long everyNanos) throws InterruptedException {
        try (EndAtOnce _ = new EndAtOnce(() -> {})) {
            boolean hasReader = true;
            while (hasReader) {
                hasReader = printing.interval(everyNanos);
            }
        }
    }

    /// Until Ctrl-C ends the process.
    private void live(Following following) throws InterruptedException, IOException {
        try (LiveScreen screen = new LiveScreen();
                EndAtOnce _ = new EndAtOnce(screen::close)) {
            while (true) {
                Ansi ansi = spec.commandLine().getColorScheme().ansi();
                following.situation().ifPresent(now -> show(screen, rows, ansi, now));
                // The picture has the last report; this is only a pause.
                var _ = following.awaitReport(VIEW_NANOS);
            }
        }
    }

    static void show(LiveScreen screen, Rows rows, Ansi ansi, Situation now) {
        screen.show(new Picture(rows, screen.width(), screen.height(), ansi).lines(now));
    }

    private static long duration(String option, String text) {
        return Durations.parse(text).stream()
                .filter(nanos -> nanos >= Clock.NANOS_PER_SECOND)
                .findFirst()
                .orElseThrow(() -> new BadInput(
                        "%s (%s) must be a duration of at least 1s, such as 90s or 5m".formatted(option, text)));
    }

    /// Returns whether standard input and output are a terminal.
    private static boolean isTerminal() {
        return Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
    }
}
