package dev.sluice.controller.workload;

import dev.sluice.controller.call.Answer;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Pod;
import dev.sluice.kube.port.ObjectKey;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Reads how pods of the default scheduler ended.
///
/// The informer of those pods follows them until they are terminal. The event with which one leaves has its state
/// before that: it says neither how the pod ended nor whether it still exists. So the pod is read once.
final class LeavingPods {
    private final Surroundings here;

    /// What a read leads to.
    ///
    /// @param isWanted whether the answer still matters
    /// @param seen gets the pod, if it still exists
    /// @param gone does what follows if it does not
    record Ends(BooleanSupplier isWanted, Consumer<JsonObject> seen, Runnable gone) {}

    LeavingPods(Surroundings here) {
        this.here = here;
    }

    void read(ObjectKey key, String uid, Ends ends) {
        read(key, uid, ends, 0);
    }

    private void read(ObjectKey key, String uid, Ends ends, int failures) {
        here.calls().start(PodWrites.read(key), answer -> {
            if (!ends.isWanted().getAsBoolean()) {
                return;
            }
            switch (answer) {
                case Answer.Done(JsonObject json)
                when !json.text("metadata", "uid").equals(uid) -> ends.gone().run();
                case Answer.Done(JsonObject json)
                when new Pod(json).isTerminal() -> ends.seen().accept(json);
                case Answer.Refused refused
                when refused.status().code() == 404 -> ends.gone().run();
                // The server that answered may be behind the one that sent the event.
                case Answer.Done _, Answer.Refused _, Answer.Unknown _, Answer.Withheld _ ->
                    here.after(Pauses.nanos(failures + 1), () -> read(key, uid, ends, failures + 1));
            }
        });
    }
}
