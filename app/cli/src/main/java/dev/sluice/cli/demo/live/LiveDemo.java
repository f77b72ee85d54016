package dev.sluice.cli.demo.live;

import dev.sluice.cli.console.Stopping;
import dev.sluice.cli.watch.LiveScreen;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.view.QueueView;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.kube.KubeTypes;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.kube.cluster.ClusterSettings;
import dev.sluice.kube.cluster.EmbeddedCluster;
import dev.sluice.kube.cluster.controllers.node.NodeControlSettings;
import dev.sluice.kube.cluster.nodes.Delay;
import dev.sluice.kube.cluster.nodes.FleetSettings;
import dev.sluice.kube.cluster.nodes.NodeShape;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Job;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.Patch;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import dev.sluice.queue.postgres.History.PastDecision;
import dev.sluice.queue.postgres.History.PastJob;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgresException;
import dev.sluice.runtime.fault.TerminateOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.Clock;
import dev.sluice.server.EmbeddedServer;
import dev.sluice.server.SchedulerProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// Runs a workload on a cluster of its own and tells what happens.
///
/// Nothing that is told is known beforehand: the story only creates objects and makes a node fail. What is printed is
/// read from objects, from the scheduler's queue and records, and from its audit.
public final class LiveDemo implements AutoCloseable {
    private static final String SERVICE_NAMESPACE = "web";

    /// Heartbeats and their grace: much shorter than Kubernetes', so that a failure is noticed within the demo,
    /// but long enough for a slow machine.
    private static final long HEARTBEAT_NANOS = Clock.NANOS_PER_SECOND / 2;

    private static final NodeControlSettings QUICK =
            new NodeControlSettings(6 * Clock.NANOS_PER_SECOND, 10 * Clock.NANOS_PER_SECOND, 10, 10, 50, 12_500);

    private static final long LOOK_MILLIS = 200;

    /// The node fails so long after the gang has started, and is down for so long.
    private static final double FAILS_AFTER_SECONDS = 2;

    private static final double DOWN_SECONDS = 8;

    /// A story that is not over by then is told as it is.
    private static final double SECONDS_MAX = 100;

    private static final long START_SECONDS_MAX = 60;
    private static final long AUDIT_SECONDS_MAX = 30;
    private static final int ROWS_MAX = 1_000;

    private final EmbeddedCluster cluster;
    private final EmbeddedServer server;
    private final BlockingQueue<AuditReport> audits;
    private final Workload workload;
    private final RandomGenerator random;
    private final Clock clock;
    private final CommandLine commandLine;
    private final Path page;
    private final ArrayDeque<Workload.Submission> toSubmit;
    private final News news = new News(EmbeddedServer.MANAGED_NAMESPACE);
    private final ClusterPicture picture = new ClusterPicture();
    private final Map<String, String> outlooks = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private long beginNanos;
    private double gangSince = -1;
    private String failedNode = "";
    private double failedAt;
    private boolean hasReturned;

    private LiveDemo(
            EmbeddedCluster cluster,
            EmbeddedServer server,
            BlockingQueue<AuditReport> audits,
            Seeds seeds,
            Clock clock,
            CommandLine commandLine,
            Path page) {
        this.cluster = cluster;
        this.server = server;
        this.audits = audits;
        this.workload = Workload.of(seeds.forActor("workload"));
        this.random = seeds.forActor("failures");
        this.clock = clock;
        this.commandLine = commandLine;
        this.page = page;
        this.toSubmit = new ArrayDeque<>(workload.jobs());
    }

    /// Starts cluster, database and scheduler.
    ///
    /// @param page where to write the page about the run
    /// @throws EmbeddedPostgresException if there is no database to be had
    public static LiveDemo start(Seeds seeds, Clock clock, CommandLine commandLine, Path page) {
        FleetSettings nodes = new FleetSettings(
                Workload.NODES,
                "node-",
                NodeShape.parse(Workload.SHAPE),
                2,
                new Delay.Between(Clock.NANOS_PER_SECOND / 10, Clock.NANOS_PER_SECOND / 2),
                HEARTBEAT_NANOS);
        TerminateOnFault faults = new TerminateOnFault(System.err);
        EmbeddedCluster cluster = EmbeddedCluster.start(
                new ClusterSettings(ServerOptions.plain(0), QUICK, nodes, true, true),
                clock,
                seeds.within("cluster"),
                faults);
        BlockingQueue<AuditReport> audits = new LinkedBlockingQueue<>();
        EmbeddedServer server;
        try {
            server = EmbeddedServer.start(
                    cluster.kube(),
                    Map.of("audit.every", "1s"),
                    new SchedulerProcess.Surroundings(clock, seeds.within("scheduler"), faults),
                    audits::add);
        } catch (EmbeddedPostgresException e) {
            cluster.close();
            throw e;
        }
        return new LiveDemo(cluster, server, audits, seeds, clock, commandLine, page);
    }

    /// Tells the story.
    ///
    /// @param isLive whether a terminal shows it in place
    /// @return whether all jobs ended and the audit found no drift
    public boolean run(boolean isLive, Stopping stopping) throws IOException, InterruptedException {
        PrintWriter out = commandLine.getOut();
        out.println("A cluster of %d nodes with %s each, in this process; PostgreSQL; Sluice with EASY backfilling."
                .formatted(Workload.NODES, Workload.SHAPE));
        out.flush();
        if (!stopping.await(cluster::awaitReady, START_SECONDS_MAX)
                || !stopping.await(server.server().host()::awaitScheduling, START_SECONDS_MAX)
                || !stopping.await(this::awaitIntake, START_SECONDS_MAX)) {
            out.println("The cluster or the database did not start in time: "
                    + server.server().host().trouble().orElse("nodes are missing, or intake does not answer"));
            return false;
        }
        beginNanos = clock.nowNanos();
        createService();
        boolean isOver = isLive ? onScreen(stopping) : inLines(out, stopping);
        long endNanos = clock.nowNanos();
        if (isLive) {
            // The screen took them with it.
            told.forEach(out::println);
            out.flush();
        }
        return isOver && tellEnd(out, endNanos);
    }

    private boolean onScreen(Stopping stopping) throws IOException, InterruptedException {
        try (LiveScreen screen = new LiveScreen()) {
            boolean isOver = false;
            while (!isOver && !stopping.isStopped() && seconds() < SECONDS_MAX) {
                Observation now = look();
                tell(now, line -> {});
                screen.show(screenLines(now, new DemoScreen(screen.width(), screen.height())));
                isOver = isOver(now);
                pause();
            }
            return isOver;
        }
    }

    private List<String> screenLines(Observation now, DemoScreen screen) {
        String title =
                String.format(Locale.ROOT, "Sluice demo, %.0f s. A letter is a core of a job, # of others.", seconds());
        return screen.lines(
                title, picture.nodes(now), queue().map(picture::queue).orElse(List.of()), told);
    }

    private boolean inLines(PrintWriter out, Stopping stopping) throws InterruptedException {
        boolean isOver = false;
        while (!isOver && !stopping.isStopped() && seconds() < SECONDS_MAX) {
            Observation now = look();
            tell(now, line -> {
                out.println(line);
                out.flush();
            });
            isOver = isOver(now);
            pause();
        }
        return isOver;
    }

    /// Waits until intake holds a Job, as a trial. The first reviews take longest, and on a slow machine the API server
    /// would go on without their answers.
    private boolean awaitIntake(long seconds) throws InterruptedException {
        long until = clock.nowNanos() + seconds * Clock.NANOS_PER_SECOND;
        boolean isHeld = isHeld();
        while (!isHeld && clock.nowNanos() < until) {
            pause();
            isHeld = isHeld();
        }
        return isHeld;
    }

    private boolean isHeld() {
        WriteOptions trial = new WriteOptions(true, "", WriteOptions.Validation.IGNORE);
        JsonObject job = workload.jobs().getFirst().job();
        return new Job(kube().create(KubeTypes.JOBS, EmbeddedServer.MANAGED_NAMESPACE, job, trial)).isSuspended();
    }

    /// Submits what is due, and looks.
    private Observation look() {
        while (!toSubmit.isEmpty() && seconds() >= toSubmit.getFirst().atSeconds()) {
            kube().create(
                            KubeTypes.JOBS,
                            EmbeddedServer.MANAGED_NAMESPACE,
                            toSubmit.removeFirst().job(),
                            WriteOptions.PLAIN);
        }
        Observation now = Observation.of(kube(), EmbeddedServer.MANAGED_NAMESPACE);
        failNode(now);
        return now;
    }

    /// Makes a node of the gang go silent for some seconds.
    private void failNode(Observation now) {
        JsonObject gang = now.jobs().get(Workload.GANG);
        if (gang == null || new Job(gang).isSuspended()) {
            return;
        }
        if (gangSince < 0) {
            gangSince = seconds();
        }
        if (failedNode.isEmpty() && seconds() > gangSince + FAILS_AFTER_SECONDS) {
            List<String> nodes = Hostlist.parse(gang.text("metadata", "annotations", SluiceNames.NODES))
                    .hosts();
            if (nodes.isEmpty()) {
                // It runs past the queue, since intake did not answer in time.
                return;
            }
            failedNode = nodes.get(random.nextInt(nodes.size()));
            failedAt = seconds();
            annotateNode(failedNode, "\"true\"");
        } else if (!failedNode.isEmpty() && !hasReturned && seconds() > failedAt + DOWN_SECONDS) {
            hasReturned = true;
            annotateNode(failedNode, "null");
        }
    }

    private void annotateNode(String node, String value) {
        patch(KubeTypes.NODES, new ObjectKey("", node), "sluice.dev/down", value);
    }

    private void patch(ResourceType type, ObjectKey key, String annotation, String value) {
        JsonObject patch = Workload.object("{\"metadata\":{\"annotations\":{\"%s\":%s}}}".formatted(annotation, value));
        kube().patch(type, key, "", Patch.merge(patch), WriteOptions.PLAIN);
    }

    private interface Line {
        void print(String line);
    }

    private void tell(Observation now, Line out) {
        List<String> lines = new ArrayList<>(news.of(now));
        queue().ifPresent(view -> view.jobs().stream()
                .filter(job -> job.position().isPresent() && !job.estimate().isEmpty())
                .forEach(job -> {
                    // The seconds change all the time.
                    String outlook = job.estimate() + job.reason();
                    if (!outlook.equals(outlooks.put(job.name(), outlook))) {
                        lines.add("Job " + job.name() + " is number "
                                + job.position().getAsInt() + " in line: "
                                + ClusterPicture.outlook(job, view.atNanos()));
                    }
                }));
        for (String line : lines) {
            String timed = String.format(Locale.ROOT, "%5.1f s  %s", seconds(), line);
            told.add(timed);
            out.print(timed);
        }
    }

    private Optional<QueueView> queue() {
        Optional<CompletableFuture<QueueView>> asked = server.server().host().queue();
        if (asked.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(asked.get().get(1, TimeUnit.SECONDS));
        } catch (TimeoutException | ExecutionException _) {
            return Optional.empty();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private boolean isOver(Observation now) {
        return toSubmit.isEmpty()
                && now.jobs().size() == workload.jobs().size()
                && now.jobs().values().stream().allMatch(job -> new Job(job).isFinished())
                && hasReturned;
    }

    private boolean tellEnd(PrintWriter out, long endNanos) throws IOException, InterruptedException {
        List<PastJob> jobs = server.history().jobs(ROWS_MAX);
        List<String> decisions = decisions(jobs);
        out.println();
        out.println("What was decided, from the records in PostgreSQL:");
        decisions.forEach(line -> out.println("  " + line));
        AuditReport report = awaitAudit();
        String audit = report == null
                ? "no audit ended in time"
                : "Audit: %d nodes and %d pods compared with the cluster, %d differences."
                        .formatted(report.nodes(), report.pods(), report.driftCount());
        out.println();
        out.println(audit);
        new RunPage(jobs, decisions, audit, beginNanos, endNanos).write(page);
        out.println("The run as a picture: " + page);
        out.println();
        out.println("Your own cluster: 'sluice up', then kubectl; 'sluice serve --help' for a real one.");
        out.flush();
        return report != null && report.isClean();
    }

    private List<String> decisions(List<PastJob> jobs) {
        Map<Long, String> names = new HashMap<>();
        jobs.forEach(job -> names.put(job.id(), job.name()));
        List<String> lines = new ArrayList<>();
        for (PastDecision each : server.history().decisions(ROWS_MAX)) {
            String about = each.job() == 0 ? each.node() : names.getOrDefault(each.job(), "");
            lines.add(String.format(
                            Locale.ROOT,
                            "%5.1f s  %-10s %-12s %s",
                            (each.atNanos() - beginNanos) / (double) Clock.NANOS_PER_SECOND,
                            each.what(),
                            about,
                            each.reason())
                    .stripTrailing());
        }
        return lines;
    }

    /// Waits for an audit that began after now. An audit waits until watches have passed its lists, and a quiet watch
    /// moves on once a minute only, so a node and a pod are touched meanwhile.
    private @Nullable AuditReport awaitAudit() throws InterruptedException {
        audits.clear();
        AuditReport last = null;
        int seen = 0;
        for (long i = 0; i < AUDIT_SECONDS_MAX * 2 && seen < 2; i++) {
            String tick = "\"" + i + "\"";
            patch(KubeTypes.NODES, new ObjectKey("", "node-0"), "sluice.dev/demo", tick);
            // Own pods and those of others have a watch each; the names of their namespaces put them at the ends.
            SortedMap<String, JsonObject> pods =
                    Observation.of(kube(), EmbeddedServer.MANAGED_NAMESPACE).pods();
            for (String name : List.of(pods.firstKey(), pods.lastKey())) {
                int slash = name.indexOf('/');
                ObjectKey key = new ObjectKey(name.substring(0, slash), name.substring(slash + 1));
                patch(KubeTypes.PODS, key, "sluice.dev/demo", tick);
            }
            AuditReport report = audits.poll(500, TimeUnit.MILLISECONDS);
            if (report != null) {
                last = report;
                seen++;
            }
        }
        return last;
    }

    private void createService() {
        kube().create(
                        KubeTypes.NAMESPACES,
                        "",
                        Workload.object("{\"metadata\":{\"name\":\"" + SERVICE_NAMESPACE + "\"}}"),
                        WriteOptions.PLAIN);
        kube().create(KubeTypes.DEPLOYMENTS, SERVICE_NAMESPACE, workload.service(), WriteOptions.PLAIN);
    }

    private Kube kube() {
        return cluster.kube();
    }

    private double seconds() {
        return (clock.nowNanos() - beginNanos) / (double) Clock.NANOS_PER_SECOND;
    }

    private static void pause() throws InterruptedException {
        Thread.sleep(LOOK_MILLIS);
    }

    @Override
    public void close() {
        server.close();
        cluster.close();
    }
}
