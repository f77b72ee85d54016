package dev.sluice.cli.watch;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.audit.AuditStage;
import dev.sluice.controller.view.ClusterView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// All that is shown at one moment.
///
/// @param eventsPerSecond changes of objects that arrived since the view before
/// @param audit the last report; null before the first
/// @param problems why nodes or pods cannot be followed, or not listed for an audit, at the moment
record Situation(
        ClusterView view,
        double eventsPerSecond,
        @Nullable AuditReport audit,
        AuditStage stage,
        List<String> problems,
        LagProbe.Lag lag,
        ProcessUse use) {}
