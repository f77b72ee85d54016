package dev.sluice.controller.workload;

import dev.sluice.controller.call.Call;
import dev.sluice.controller.call.Calls;
import dev.sluice.controller.intake.SluiceNames;
import dev.sluice.controller.intake.WorkloadRef;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.event.EventWrite;
import dev.sluice.kube.event.PendingEvents;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.runtime.time.Clock;

/// Kubernetes Events on managed objects and nodes: what has happened to them, for their users. Events are written
/// beside all other calls, a few at a time. One that fails is not repeated. A listener, such as a log, is told of each.
final class Notices {
    /// Events must not crowd out the calls that start jobs.
    private static final int IN_FLIGHT_MAX = 8;

    private static final String WARNING = "Warning";

    /// The API server refuses longer messages of an Event.
    private static final int MESSAGE_CHARS_MAX = 1024;

    private final Calls calls;
    private final WorkloadIndex index;
    private final NoticeListener listener;
    private final PendingEvents pending;
    private int inFlight;

    Notices(Calls calls, Clock clock, WorkloadIndex index, NoticeListener listener) {
        this.calls = calls;
        this.index = index;
        this.listener = listener;
        this.pending = new PendingEvents(clock);
    }

    /// Tells of something that is as it should be.
    void normal(WorkloadRef object, String reason, String message) {
        tell(object, "Normal", reason, message);
    }

    /// Tells of something that a user may want to change.
    void warning(WorkloadRef object, String reason, String message) {
        tell(object, WARNING, reason, message);
    }

    /// Tells operators of something that users need not know.
    void operators(WorkloadRef object, String reason, String message) {
        listener.noticed(object, index.jobOf(object.uid()), false, reason, message);
    }

    private void tell(WorkloadRef object, String type, String reason, String message) {
        listener.noticed(object, index.jobOf(object.uid()), type.equals(WARNING), reason, message);
        JsonObject reference = JsonObject.EMPTY
                .with("kind", object.kind())
                .with("namespace", object.key().namespace())
                .with("name", object.key().name())
                .with("uid", object.uid())
                .with("apiVersion", object.isJob() ? "batch/v1" : "v1");
        String cut = message.length() > MESSAGE_CHARS_MAX ? message.substring(0, MESSAGE_CHARS_MAX - 1) + "…" : message;
        pending.add(SluiceNames.SCHEDULER, "", reference, type, reason, cut);
        write();
    }

    /// Returns the reference of a Job or pod that is no job of the engine.
    static WorkloadRef of(String kind, JsonObject json) {
        ObjectKey key = KubeObjects.key(json);
        return new WorkloadRef(kind, key, KubeObjects.uid(json));
    }

    private void write() {
        while (inFlight < IN_FLIGHT_MAX) {
            EventWrite next = pending.next();
            if (next == null) {
                return;
            }
            inFlight++;
            calls.start(Call.note("record event", next::to), _ -> {
                inFlight--;
                write();
            });
        }
    }
}
