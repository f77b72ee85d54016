package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditLogTest {
    @Test
    void numbersAreNotGrouped() {
        try (LogLines log = new LogLines(AuditLog.class)) {
            AuditLog.audited(new AuditReport(0, 5_000, 150_000, 1_200, List.of(), 0, 0, 0));
            AuditLog.audited(new AuditReport(0, 5_000, 150_000, 1_200, List.of(), 2_000, 0, 0));

            assertThat(log.lines())
                    .containsExactly(
                            "INFO audit nodes=5000 pods=150000 changed=1200 drifts=0",
                            "WARNING audit nodes=5000 pods=150000 changed=1200 drifts=2000");
        }
    }
}
