package dev.sluice.server;

import dev.sluice.controller.DecisionListener;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.runtime.id.F58;
import dev.sluice.scheduling.Decision;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/// Logs one line for each decision, with the job's object and id.
final class DecisionLog implements DecisionListener {
    private static final Logger LOGGER = System.getLogger(DecisionLog.class.getName());

    @Override
    public void decided(Decision decision, long job, WorkloadRef object) {
        String what = switch (decision) {
            case Decision.Start it -> it.backfilled() ? "start, backfilled" : "start";
            case Decision.Adopt it -> "adopt, attempt " + it.attempt();
            case Decision.Extend it -> "extend by " + it.parts();
            case Decision.Reduce it -> "reduce by " + it.parts().size();
            case Decision.Requeue _ -> "requeue";
            case Decision.Stop it -> "stop, " + it.why();
            case Decision.Refuse it -> "refuse, " + it.reason().sentence();
            // Plans and expected ends change with every pass.
            default -> "";
        };
        if (!what.isEmpty()) {
            LOGGER.log(
                    Level.INFO,
                    "job={0} kind={1} id={2} decision={3}",
                    object.key(),
                    object.kind(),
                    F58.encode(job),
                    LogText.value(what));
        }
    }
}
