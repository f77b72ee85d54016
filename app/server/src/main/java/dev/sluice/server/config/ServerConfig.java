package dev.sluice.server.config;

import dev.sluice.controller.ClusterFollower;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.controller.intake.IntakeOptions;
import dev.sluice.controller.intake.JobTranslation;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.topology.TopologyOptions;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.kube.Durations;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.runtime.time.Clock;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.order.JobOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The settings of a server, checked.
///
/// @param database empty if none is configured
public record ServerConfig(
        Optional<Database> database,
        StoreOptions store,
        SchedulerSettings scheduler,
        Listening http,
        Listening secure,
        CertificateFiles certificate) {

    /// An address and a port; 0 for any free one.
    public record Listening(String address, int port) {}

    /// The certificate of the HTTPS port.
    ///
    /// @param files certificate and key, in this order; empty if the server makes its own
    /// @param names the DNS names in the server's own
    /// @param url where others reach the port; empty if that is not published
    public record CertificateFiles(List<Path> files, List<String> names, String url) {
        public CertificateFiles {
            files = List.copyOf(files);
            names = List.copyOf(names);
        }
    }

    /// The same, with views of the cluster's nodes.
    public ServerConfig withViews() {
        SchedulerSettings viewed = new SchedulerSettings(scheduler.live(), scheduler.auditNanos(), true);
        return new ServerConfig(database, store, viewed, http, secure, certificate);
    }

    /// Checks a configuration.
    ///
    /// @throws ConfigException has all problems
    public static ServerConfig of(Configuration configuration) {
        return new Reading(configuration).read();
    }

    private static final class Reading {
        private static final int PORT_MAX = 65_535;

        private final Configuration configuration;
        private final List<String> problems = new ArrayList<>();

        Reading(Configuration configuration) {
            this.configuration = configuration;
        }

        ServerConfig read() {
            Optional<Database> database = database();
            StoreOptions store = StoreOptions.KUBERNETES.keepingHistory(duration(Setting.HISTORY));
            SchedulerSettings scheduler = scheduler();
            Listening http = new Listening(configuration.text(Setting.HTTP_ADDRESS), port(Setting.HTTP_PORT));
            Listening secure = new Listening(configuration.text(Setting.SECURE_ADDRESS), port(Setting.SECURE_PORT));
            CertificateFiles certificate = certificate();
            if (!problems.isEmpty()) {
                throw new ConfigException(problems);
            }
            return new ServerConfig(database, store, scheduler, http, secure, certificate);
        }

        private void wrong(Setting setting, String rule) {
            Configuration.Value value = configuration.value(setting);
            problems.add("%s: %s (%s) %s".formatted(value.origin(), setting.key(), value.text(), rule));
        }

        private Optional<Database> database() {
            String url = configuration.text(Setting.DATABASE_URL);
            if (url.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(new Database(url, configuration.text(Setting.DATABASE_USER), password(), true));
            } catch (IllegalArgumentException e) {
                wrong(Setting.DATABASE_URL, "must begin with jdbc:postgresql:, as in jdbc:postgresql://host:5432/name");
                return Optional.empty();
            }
        }

        private @Nullable String password() {
            String file = configuration.text(Setting.DATABASE_PASSWORD_FILE);
            String password = configuration.text(Setting.DATABASE_PASSWORD);
            if (file.isEmpty()) {
                return password.isEmpty() ? null : password;
            }
            try {
                return Files.readString(Path.of(file)).strip();
            } catch (IOException e) {
                wrong(Setting.DATABASE_PASSWORD_FILE, "cannot be read: " + e.getMessage());
                return null;
            }
        }

        private SchedulerSettings scheduler() {
            Optional<SchedulingPolicy> policy = Policies.named(configuration.text(Setting.POLICY));
            if (policy.isEmpty()) {
                wrong(Setting.POLICY, "must be one of " + String.join(", ", Policies.NAMES));
            }
            String matchPolicy = configuration.text(Setting.MATCH_POLICY);
            if (MatchPolicy.named(matchPolicy).isEmpty()) {
                wrong(Setting.MATCH_POLICY, "must be a match policy of resource-query, such as low, high or first");
            }
            Map<String, Long> wallTimes = new TreeMap<>();
            configuration
                    .wallTimes()
                    .forEach((queue, value) -> Durations.parse(value.text()).stream()
                            .filter(nanos -> nanos > 0)
                            .findFirst()
                            .ifPresentOrElse(
                                    nanos -> wallTimes.put(queue, nanos),
                                    () -> problems.add(
                                            "%s: queues.%s.walltime (%s) must be a positive duration such as 1h"
                                                    .formatted(value.origin(), queue, value.text()))));
            TopologyOptions topology = TopologyOptions.DEFAULT
                    .withRackLabel(configuration.text(Setting.RACK_LABEL))
                    .withZoneLabel(configuration.text(Setting.ZONE_LABEL));
            EngineOptions engine = new EngineOptions(
                    policy.orElseGet(
                            () -> Policies.named(Setting.POLICY.otherwise()).orElseThrow()),
                    JobOrder.byPriority(),
                    List.of(),
                    CycleOptions.DEFAULT,
                    WorldOptions.LIVE);
            return new SchedulerSettings(
                    new LiveScheduler.Options(
                            new ClusterFollower.Options(topology, SluiceNames.SCHEDULER),
                            engine,
                            matchPolicy,
                            new JobTranslation(wallTimes),
                            intake(),
                            duration(Setting.START_TIMEOUT)),
                    duration(Setting.AUDIT_EVERY),
                    false);
        }

        private IntakeOptions intake() {
            List<String> controllers = names(Setting.INTAKE_CONTROLLERS);
            if (controllers.stream()
                    .anyMatch(name -> name.indexOf('*') >= 0 && name.indexOf('*') < name.length() - 1)) {
                wrong(Setting.INTAKE_CONTROLLERS, "may have a * at the end of a name only");
            }
            if (controllers.contains("*")) {
                wrong(Setting.INTAKE_CONTROLLERS, "must not stand for all users");
            }
            return new IntakeOptions(Set.copyOf(names(Setting.INTAKE_EXCLUDED_NAMESPACES)), controllers);
        }

        /// Returns names that are separated by commas.
        private List<String> names(Setting setting) {
            String text = configuration.text(setting).strip();
            if (text.isEmpty()) {
                return List.of();
            }
            List<String> names = Arrays.stream(text.split(",", -1))
                    .map(String::strip)
                    .distinct()
                    .toList();
            if (names.contains("")) {
                wrong(setting, "must be names separated by commas");
            }
            return names;
        }

        private CertificateFiles certificate() {
            String certificate = configuration.text(Setting.SECURE_CERTIFICATE);
            String key = configuration.text(Setting.SECURE_KEY);
            if (certificate.isEmpty() != key.isEmpty()) {
                wrong(
                        certificate.isEmpty() ? Setting.SECURE_KEY : Setting.SECURE_CERTIFICATE,
                        "needs " + (certificate.isEmpty() ? Setting.SECURE_CERTIFICATE : Setting.SECURE_KEY).key()
                                + " as well");
            }
            return new CertificateFiles(
                    certificate.isEmpty() || key.isEmpty() ? List.of() : List.of(Path.of(certificate), Path.of(key)),
                    List.of(configuration.text(Setting.SECURE_NAMES).split(",", -1)),
                    configuration.text(Setting.SECURE_URL));
        }

        private long duration(Setting setting) {
            return Durations.parse(configuration.text(setting)).stream()
                    .filter(nanos -> nanos >= Clock.NANOS_PER_SECOND)
                    .findFirst()
                    .orElseGet(() -> {
                        wrong(setting, "must be a duration of at least 1s, such as 90s or 5m");
                        return Clock.NANOS_PER_SECOND;
                    });
        }

        private int port(Setting setting) {
            try {
                int port = Integer.parseInt(configuration.text(setting));
                if (port >= 0 && port <= PORT_MAX) {
                    return port;
                }
            } catch (NumberFormatException _) {
                // Refused below.
            }
            wrong(setting, "must be a number from 0 to " + PORT_MAX);
            return 0;
        }
    }
}
