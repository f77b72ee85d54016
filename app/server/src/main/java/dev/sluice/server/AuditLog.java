package dev.sluice.server;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.Drift;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/// Logs one line for each audit, and the first differences.
final class AuditLog {
    private static final Logger LOGGER = System.getLogger(AuditLog.class.getName());

    /// Enough to see what is wrong; the metric has the number.
    private static final int DRIFTS_MAX = 10;

    private AuditLog() {}

    static void audited(AuditReport report) {
        // The numbers are texts, or they would be grouped, as in 5,000.
        LOGGER.log(
                report.isClean() ? Level.INFO : Level.WARNING,
                "audit nodes={0} pods={1} changed={2} drifts={3}",
                String.valueOf(report.nodes()),
                String.valueOf(report.pods()),
                String.valueOf(report.changed()),
                String.valueOf(report.driftCount()));
        List<Drift> some = report.drifts();
        some.subList(0, Math.min(DRIFTS_MAX, some.size()))
                .forEach(drift -> LOGGER.log(Level.WARNING, "drift {0}", drift));
    }
}
