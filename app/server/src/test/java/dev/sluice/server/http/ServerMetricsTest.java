package dev.sluice.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricsTest {
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
