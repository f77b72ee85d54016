package dev.sluice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
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
    void beforeTheFirstAuditTheNumberOfDriftsIsNotKnown() {
        try (ServerMetrics metrics = new ServerMetrics()) {
            assertThat(metrics.scrape().lines()).contains("sluice_audit_drifts NaN");

            metrics.audited(new AuditReport(0, 3, 5, 0, List.of(), 2, 0, 1));

            assertThat(metrics.scrape().lines())
                    .contains(
                            "sluice_audit_drifts 2.0", "sluice_audit_own_foreign 0.0", "sluice_audit_spare_places 1.0");
        }
    }

    @Test
    void countersThatAreKeptElsewhereAreRead() {
        try (ServerMetrics metrics = new ServerMetrics()) {
            metrics.counter("sluice.audit.failures", "Lists of audits that have failed", () -> 3L);

            assertThat(metrics.scrape().lines()).contains("sluice_audit_failures_total 3.0");
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
