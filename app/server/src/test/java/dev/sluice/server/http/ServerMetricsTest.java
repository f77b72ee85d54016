package dev.sluice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
    @Test
    void theReasonWhyItIsNotReadyIsALabel() {
        AtomicReference<Optional<String>> reason = new AtomicReference<>(Optional.of("lists"));
        try (ServerMetrics metrics = new ServerMetrics()) {
            metrics.ready(reason::get, List.of("database", "lists"));

            assertThat(metrics.scrape().lines())
                    .contains(
                            "sluice_ready 0.0",
                            "sluice_not_ready{reason=\"database\"} 0.0",
                            "sluice_not_ready{reason=\"lists\"} 1.0");

            reason.set(Optional.empty());
            assertThat(metrics.scrape().lines()).contains("sluice_ready 1.0", "sluice_not_ready{reason=\"lists\"} 0.0");
        }
    }

    @Test
    void lostRacesAreCountedByScheduler() {
        try (ServerMetrics metrics = new ServerMetrics()) {
            metrics.lostRaces(Map.of("default-scheduler", 2L));
            metrics.lostRaces(Map.of("default-scheduler", 3L, "volcano", 1L));

            assertThat(metrics.scrape().lines())
                    .contains(
                            "sluice_lost_races_total{scheduler=\"default-scheduler\"} 3.0",
                            "sluice_lost_races_total{scheduler=\"volcano\"} 1.0");
        }
    }
}
