package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.controller.sync.Source;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.port.ObjectKey;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What operators read in the log.
class EventLogTest {
    private final Logger logger = Logger.getLogger(EventLog.class.getName());
    private final List<String> lines = new ArrayList<>();
    private final EventLog log = new EventLog();

    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            lines.add(line.getLevel() + " " + MessageFormat.format(line.getMessage(), line.getParameters()));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        logger.addHandler(handler);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(handler);
    }

    @Test
    void aNoticeIsOneLineWithItsJob() {
        WorkloadRef train = new WorkloadRef(WorkloadRef.JOB, new ObjectKey("lab", "train"), "u1");

        log.noticed(train, true, "Undone", "attempt 1: node node-0 refused pod lab/train-0: {OutOfcpu}");
        log.noticed(train, false, "Released", "attempt 2 on node-1");

        assertThat(lines)
                .containsExactly(
                        "WARNING job=lab/train kind=Job event=Undone attempt 1: node node-0 refused pod lab/train-0:"
                                + " {OutOfcpu}",
                        "INFO job=lab/train kind=Job event=Released attempt 2 on node-1");
    }

    @Test
    void aNoticeAboutANodeNamesTheNode() {
        WorkloadRef node = new WorkloadRef(WorkloadRef.NODE, ObjectKey.of("node-0"), "node-0");

        log.noticed(node, true, "Quarantined", "it takes no jobs");

        assertThat(lines).containsExactly("WARNING node=node-0 kind=Node event=Quarantined it takes no jobs");
    }

    @Test
    void aRefusedWriteIsAWarningAndAChangedObjectIsNone() {
        Call bind = new Call("bind pod lab/train-0 to node-1", _ -> JsonObject.EMPTY);

        log.failed(bind, new Answer.Refused(new ApiStatus(403, "Forbidden", "no bindings on Sundays", null)));
        log.failed(bind, new Answer.Refused(new ApiStatus(409, "Conflict", "has changed", null)));
        log.failed(bind, new Answer.Unknown("connection reset"));

        assertThat(lines)
                .containsExactly(
                        "WARNING call=(bind pod lab/train-0 to node-1) failed: 403 Forbidden: no bindings on Sundays",
                        "INFO call=(bind pod lab/train-0 to node-1) failed: connection reset");
    }

    @Test
    void aSourceIsNamedWhenItFailsAndWhenItWorksAgain() {
        log.fails(Source.PRIORITY_CLASSES, "403 Forbidden: User cannot list");
        log.worksAgain(Source.PRIORITY_CLASSES);

        assertThat(lines)
                .containsExactly(
                        "WARNING source=(priority classes) cannot be listed or watched, trying again:"
                                + " 403 Forbidden: User cannot list",
                        "WARNING source=(priority classes) works again");
    }
}
