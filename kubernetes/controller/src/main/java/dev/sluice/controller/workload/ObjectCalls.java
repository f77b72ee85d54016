package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Calls about a workload's own object, one at a time: while one is under way or waits for its back-off, the workload
/// is busy. Afterwards it is looked at again, so whatever is still to be done is done then.
record ObjectCalls(Surroundings here) {

    /// What a call ends with, beside the workload being looked at again.
    ///
    /// @param seen gets the object's present state
    /// @param refused gets the reason if the server, a policy or a webhook will not have the change
    record Ends(Consumer<JsonObject> seen, Consumer<String> refused) {}

    /// @param read reads the object, to see whether a call of unknown outcome took effect
    void start(Workload work, Call call, Call read, Ends ends) {
        work.isBusy = true;
        here.calls().start(call, answer -> answered(work, read, answer, ends));
    }

    private void answered(Workload work, Call read, Answer answer, Ends ends) {
        switch (answer.remedy()) {
            case NONE -> done(work, ((Answer.Done) answer).object(), ends);
            // The watch reports that the object is gone.
            case DROP -> work.isBusy = false;
            case READ_AGAIN -> here.calls().start(read, it -> wasRead(work, it, ends));
            case RETRY -> later(work);
            case DECIDE_AGAIN -> {
                work.isBusy = false;
                here.again().accept(work);
            }
            case UNDO -> {
                later(work);
                ends.refused().accept(answer.problem());
            }
        }
    }

    private void wasRead(Workload work, Answer answer, Ends ends) {
        switch (answer) {
            case Answer.Done(JsonObject json) -> done(work, json, ends);
            case Answer.Refused refused when refused.status().code() == 404 -> work.isBusy = false;
            case Answer.Refused _, Answer.Unknown _, Answer.Withheld _ -> later(work);
        }
    }

    private void done(Workload work, JsonObject json, Ends ends) {
        work.failures = 0;
        work.isBusy = false;
        if (work.ref.isGroup() || json.text("metadata", "uid").equals(work.ref.uid())) {
            ends.seen().accept(json);
        }
        here.again().accept(work);
    }

    private void later(Workload work) {
        work.failures++;
        here.after(Pauses.nanos(work.failures), () -> {
            work.isBusy = false;
            here.again().accept(work);
        });
    }
}
