package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.graph.Placement;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.queue.StopReason;
import dev.sluice.runtime.id.F58;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.reason.Reason;
import dev.sluice.scheduling.reason.ReasonCode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DecisionLogTest {
    /// A number that would be grouped.
    private static final long JOB = 123_456_789L;

    private static final String ABOUT = "INFO job=lab/train kind=Job id=" + F58.encode(JOB) + " decision=";
    private static final Placement PLACEMENT = Placement.builder().build();

    private final LogLines log = new LogLines(DecisionLog.class);

    @AfterEach
    void stop() {
        log.close();
    }

    private void decide(Decision... decisions) {
        WorkloadRef train = new WorkloadRef(WorkloadRef.JOB, new ObjectKey("lab", "train"), "u1");
        for (Decision each : decisions) {
            new DecisionLog().decided(each, JOB, train);
        }
    }

    @Test
    void eachDecisionIsALineWithItsJob() {
        decide(
                new Decision.Start(JOB, PLACEMENT, 0, false),
                new Decision.Start(JOB, PLACEMENT, 0, true),
                new Decision.Adopt(JOB, 1_234),
                new Decision.Extend(JOB, 5_000, PLACEMENT),
                new Decision.Reduce(JOB, List.of()),
                new Decision.Requeue(JOB),
                new Decision.Stop(JOB, StopReason.WALL_TIME),
                new Decision.Refuse(JOB, new Reason(ReasonCode.NEVER_FITS, Map.of(), "no node has \"gpu\"")));

        assertThat(log.lines())
                .containsExactly(
                        ABOUT + "start",
                        ABOUT + "\"start, backfilled\"",
                        ABOUT + "\"adopt, attempt 1234\"",
                        ABOUT + "\"extend by 5000\"",
                        ABOUT + "\"reduce by 0\"",
                        ABOUT + "requeue",
                        ABOUT + "\"stop, WALL_TIME\"",
                        ABOUT + "\"refuse, no node has \\\"gpu\\\"\"");
    }

    @Test
    void plansAreNotLogged() {
        decide(new Decision.Plan(JOB, 0), new Decision.ExpectEnd(JOB, 0));

        assertThat(log.lines()).isEmpty();
    }
}
