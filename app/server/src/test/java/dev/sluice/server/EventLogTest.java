package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.id.F58;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What operators read in the log.
class EventLogTest {
    /// A number that would be grouped.
    private static final long JOB = 123_456_789L;

    private final LogLines log = new LogLines(EventLog.class);
    private final EventLog events = new EventLog();

    @AfterEach
    void stop() {
        log.close();
    }

    @Test
    void aNoticeIsOneLineWithItsJob() {
        WorkloadRef train = new WorkloadRef(WorkloadRef.JOB, new ObjectKey("lab", "train"), "u1");

        events.noticed(train, JOB, true, "Undone", "attempt 1: node node-0 refused pod lab/train-0: {OutOfcpu}");
        events.noticed(train, 0, false, "Refused", "why \"this\"");

        assertThat(log.lines())
                .containsExactly(
                        "WARNING job=lab/train kind=Job id=" + F58.encode(JOB)
                                + " event=Undone message=\"attempt 1: node node-0 refused pod lab/train-0: {OutOfcpu}\"",
                        "INFO job=lab/train kind=Job event=Refused message=\"why \\\"this\\\"\"");
    }

    @Test
    void aNoticeAboutANodeNamesTheNode() {
        WorkloadRef node = new WorkloadRef(WorkloadRef.NODE, ObjectKey.of("node-0"), "node-0");

        events.noticed(node, 0, true, "Quarantined", "it takes no jobs");

        assertThat(log.lines())
                .containsExactly("WARNING node=node-0 kind=Node event=Quarantined message=\"it takes no jobs\"");
    }

    @Test
    void aRefusedWriteIsAWarningAndAChangedObjectIsNone() {
        Call bind = new Call("bind pod lab/train-0 to node-1", _ -> JsonObject.EMPTY);

        events.failed(bind, new Answer.Refused(new ApiStatus(403, "Forbidden", "no bindings on Sundays", null)));
        events.failed(bind, new Answer.Refused(new ApiStatus(409, "Conflict", "has changed", null)));
        events.failed(bind, new Answer.Unknown("connection reset"));

        assertThat(log.lines())
                .containsExactly(
                        "WARNING call=\"bind pod lab/train-0 to node-1\" failed=\"403 Forbidden: no bindings on Sundays\"",
                        "INFO call=\"bind pod lab/train-0 to node-1\" failed=\"connection reset\"");
    }

    @Test
    void aSourceIsNamedWhenItFailsAndWhenItWorksAgain() {
        events.fails(Source.PRIORITY_CLASSES, "403 Forbidden: User cannot list");
        events.worksAgain(Source.PRIORITY_CLASSES);

        assertThat(log.lines())
                .containsExactly(
                        "WARNING source=\"priority classes\" event=Fails message=\"403 Forbidden: User cannot list\"",
                        "WARNING source=\"priority classes\" event=WorksAgain");
    }
}
