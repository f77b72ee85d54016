package dev.sluice.server;

import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.intake.Admission;
import dev.sluice.controller.workload.Refused;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.step.ThreadCrank;
import dev.sluice.runtime.time.TimerQueue;
import dev.sluice.server.config.ServerConfig;
import dev.sluice.server.http.HealthServer;
import dev.sluice.server.http.QueueService;
import dev.sluice.server.http.ServerMetrics;
import dev.sluice.server.http.TokenCheck;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All of `sluice serve`: the scheduler, the webhook of intake, the queue for readers, health and metrics.
public final class LiveServer implements AutoCloseable {
    private static final Logger LOGGER = System.getLogger(LiveServer.class.getName());

    private static final List<String> NOT_READY =
            Stream.of(Trouble.Kind.values()).map(Trouble.Kind::label).toList();

    private final ServerMetrics metrics = new ServerMetrics();
    private final DriftEvents driftEvents;
    private final SchedulerHost host;
    private final WebhookServer webhook;
    private final HealthServer health;
    private final ThreadCrank certificates;
    private final @Nullable OwnCertificates own;
    private volatile @Nullable AuditReport lastAudit;

    /// This process and its database.
    ///
    /// @param name of this process, for one that waits for its lock
    /// @param database where the queue is
    /// @param isAlone whether no other process can use the database
    /// @param audits is told of each audit, on the auditor's thread
    public record Identity(String name, Database database, boolean isAlone, Consumer<AuditReport> audits) {}

    private LiveServer(Kube kube, ServerConfig config, Identity identity, SchedulerProcess.Surroundings surroundings) {
        this.driftEvents = new DriftEvents(kube, surroundings.clock());
        DecisionLog log = new DecisionLog();
        EventLog events = new EventLog();
        this.host = SchedulerHost.start(
                kube,
                new SchedulerHost.Settings(
                        identity.database(), config.store(), identity.name(), identity.isAlone(), config.scheduler()),
                surroundings,
                new LiveScheduler.Listeners(
                        report -> {
                            audited(report);
                            identity.audits().accept(report);
                        },
                        (decision, job, object) -> {
                            metrics.decided(decision);
                            log.decided(decision, job, object);
                        },
                        events,
                        events,
                        events));
        metrics.ready(() -> host.notReady().map(it -> it.kind().label()), NOT_READY);
        metrics.gauge(
                "sluice.audit.age.seconds",
                "Time since the last audit, or since the scheduler has begun",
                () -> host.scheduler().map(SchedulerProcess::auditAgeSeconds).orElse(Double.NaN));
        metrics.counter(
                "sluice.audit.failures",
                "Lists of audits that have failed",
                () -> host.scheduler().map(SchedulerProcess::auditFailures).orElse(0L));
        metrics.gauge(
                "sluice.nodes.quarantined",
                "Nodes that take no jobs for now, since they have failed several",
                () -> host.scheduler().map(SchedulerProcess::quarantined).orElse(0));
        metrics.gauge("sluice.records.unwritten", "Records that wait for the database", host::unwritten);
        metrics.counter(
                "sluice.snapshot.failures",
                "Snapshots of the queue that the database did not take",
                host::snapshotFailures);
        ServingKeys keys = new ServingKeys();
        TimerQueue timers = new TimerQueue();
        List<Step> certificateSteps = new ArrayList<>();
        List<Path> files = config.certificate().files();
        if (files.isEmpty()) {
            OwnCertificates made = new OwnCertificates(
                    kube, keys, names(config), addresses(config), host::mayAct, surroundings.clock(), timers);
            own = made;
            certificateSteps.add(made);
        } else {
            own = null;
            certificateSteps.add(new MountedCertificate(files.getFirst(), files.getLast(), keys, timers));
        }
        if (!config.certificate().url().isEmpty()) {
            certificateSteps.add(
                    new AddressPublisher(kube, config.certificate().url(), this::authorityPem, host::mayAct, timers));
        }
        certificateSteps.add(new IntakeCheck(kube, timers, warning -> LOGGER.log(Level.WARNING, "{0}", warning)));
        this.certificates =
                new ThreadCrank("certificates", surroundings.clock(), timers, certificateSteps, surroundings.faults());
        this.webhook = WebhookServer.start(
                new Admission(config.scheduler().live().intake()),
                keys,
                address(config.secure()),
                config.secure().port(),
                new QueueService(host::queue, this::refused, new TokenCheck(kube, surroundings.clock())));
        this.health = HealthServer.start(
                address(config.http()), config.http().port(), host::fault, host::trouble, this::scrape);
    }

    /// Starts everything. What needs the database waits for it.
    ///
    /// @throws IllegalStateException if a port is taken or an address unknown
    public static LiveServer start(
            Kube kube, ServerConfig config, Identity identity, SchedulerProcess.Surroundings surroundings) {
        LiveServer server = new LiveServer(kube, config, identity, surroundings);
        server.certificates.start();
        return server;
    }

    /// A forwarded port is reached by the name of this machine.
    private static List<String> names(ServerConfig config) {
        List<String> names = new ArrayList<>(config.certificate().names());
        names.add("localhost");
        return names;
    }

    private static List<InetAddress> addresses(ServerConfig config) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        InetAddress address = address(config.secure());
        return address.isAnyLocalAddress() || address.equals(loopback) ? List.of(loopback) : List.of(loopback, address);
    }

    private static InetAddress address(ServerConfig.Listening listening) {
        try {
            return InetAddress.getByName(listening.address());
        } catch (UnknownHostException e) {
            throw new IllegalStateException("address (" + listening.address() + ") is not known", e);
        }
    }

    private List<Refused> refused(ObjectKey key) {
        return host.scheduler().map(scheduler -> scheduler.refused(key)).orElse(List.of());
    }

    private String scrape() {
        host.scheduler().ifPresent(scheduler -> metrics.lostRaces(scheduler.lostRaces()));
        return metrics.scrape();
    }

    private void audited(AuditReport report) {
        lastAudit = report;
        metrics.audited(report);
        AuditLog.audited(report);
        driftEvents.audited(report);
    }

    public SchedulerHost host() {
        return host;
    }

    /// Returns the last audit's report; empty before the first. Any thread may ask.
    public Optional<AuditReport> lastAudit() {
        return Optional.ofNullable(lastAudit);
    }

    /// Returns the port of the webhook and the queue.
    public int securePort() {
        return webhook.port();
    }

    /// Returns the port of health and metrics.
    public int httpPort() {
        return health.port();
    }

    /// Returns the CAs of the HTTPS port; empty if its certificate is mounted.
    public String authorityPem() {
        return own == null ? "" : own.bundlePem();
    }

    /// Returns whether API servers trust the webhook, so that they can call it; false if its certificate is mounted.
    /// Any thread may ask.
    public boolean isTrusted() {
        return own != null && own.isTrusted();
    }

    @Override
    public void close() {
        health.close();
        webhook.close();
        certificates.close();
        host.close();
        metrics.close();
    }
}
