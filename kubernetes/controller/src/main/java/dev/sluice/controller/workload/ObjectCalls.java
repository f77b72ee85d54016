package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.controller.call.Call;
import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Calls about a workload's own object, one at a time: while one is under way or waits for its back-off, the workload
/// is busy. Afterwards it is looked at again, so whatever is still to be done is done then.
///
/// After a conflict or an unknown outcome the object is read. If it is as it was, or another one has its name by now,
/// the same call would follow at once: it waits for its back-off then. Meanwhile the watch may catch up.
record ObjectCalls(Surroundings here) {

    /// What a call ends with, beside the workload being looked at again.
    ///
    /// @param seen gets the object's present state
    /// @param refused gets the reason if the server, a policy or a webhook will not have the change
    record Ends(Consumer<JsonObject> seen, Consumer<String> refused) {}

    /// @param object from which the call follows
    /// @param read reads the object, to see whether a call of unknown outcome took effect
    void start(Workload work, JsonObject object, Call call, Call read, Ends ends) {
        work.isBusy = true;
        here.calls().start(call, answer -> answered(work, object, read, answer, ends));
    }

    private void answered(Workload work, JsonObject object, Call read, Answer answer, Ends ends) {
        switch (answer.remedy()) {
            case NONE -> done(work, ((Answer.Done) answer).object(), ends);
            // The watch reports that the object is gone.
            case DROP -> work.isBusy = false;
            case READ_AGAIN -> here.calls().start(read, it -> wasRead(work, object, it, ends));
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

    private void wasRead(Workload work, JsonObject object, Answer answer, Ends ends) {
        switch (answer) {
            case Answer.Done(JsonObject json) when !isChanged(object, json) -> later(work);
            case Answer.Done(JsonObject json) -> done(work, json, ends);
            case Answer.Refused refused when refused.status().code() == 404 -> work.isBusy = false;
            case Answer.Refused _, Answer.Unknown _, Answer.Withheld _ -> later(work);
        }
    }

    private static boolean isChanged(JsonObject before, JsonObject now) {
        return KubeObjects.uid(now).equals(KubeObjects.uid(before)) && !Workload.isNewer(before, now);
    }

    private void done(Workload work, JsonObject json, Ends ends) {
        work.failures = 0;
        work.isBusy = false;
        ends.seen().accept(json);
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
