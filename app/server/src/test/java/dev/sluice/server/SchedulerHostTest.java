package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.LiveScheduler;
import dev.sluice.kube.apiserver.EmbeddedApiServer;
import dev.sluice.kube.apiserver.ServerOptions;
import dev.sluice.queue.postgres.StoreOptions;
import dev.sluice.queue.postgres.connect.Database;
import dev.sluice.queue.postgres.embedded.EmbeddedPostgres;
import dev.sluice.runtime.fault.FailRunOnFault;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.runtime.time.SystemClock;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Which of several processes schedules.
class SchedulerHostTest {
    private static final long PATIENCE_SECONDS = 60;

    private final SystemClock clock = new SystemClock();
    private final EmbeddedApiServer server = EmbeddedApiServer.start(clock, new Seeds(1), ServerOptions.plain(0));
    private final EmbeddedPostgres postgres = EmbeddedPostgres.throwaway();

    private SchedulerHost host(String name, Database database) {
        ServerConfig config = ServerConfig.of(Configuration.of(null, "", Map.of(), Map.of()));
        return SchedulerHost.start(
                server.kube(),
                new SchedulerHost.Settings(database, StoreOptions.KUBERNETES, name, true, config.scheduler()),
                new SchedulerProcess.Surroundings(clock, new Seeds(2), new FailRunOnFault()),
                new LiveScheduler.Listeners(_ -> {}, DecisionListener.NONE));
    }

    @AfterEach
    void stop() {
        postgres.close();
        server.close();
    }

    @Test
    void aSecondProcessWaitsAndTakesOverWhenTheFirstEnds() throws InterruptedException {
        SchedulerHost first = host("first", postgres.database());
        assertThat(first.awaitScheduling(PATIENCE_SECONDS)).isTrue();
        assertThat(first.trouble()).isEmpty();

        try (SchedulerHost second = host("second", postgres.database())) {
            assertThat(second.awaitScheduling(2)).isFalse();
            assertThat(second.trouble())
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("another process holds the writer's lock: first"));
            assertThat(second.queue()).isEmpty();

            first.close();

            assertThat(second.awaitScheduling(PATIENCE_SECONDS)).isTrue();
            assertThat(second.trouble()).isEmpty();
        }
    }

    @Test
    void withoutADatabaseNothingIsScheduledAndTheReasonIsTold() throws InterruptedException {
        Database nowhere = new Database("jdbc:postgresql://127.0.0.1:1/sluice", "sluice", null, true);
        try (SchedulerHost host = host("lonely", nowhere)) {
            assertThat(host.awaitScheduling(1)).isFalse();
            assertThat(host.trouble()).isPresent();
        }
    }
}
