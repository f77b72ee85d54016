package dev.sluice.kube.informer;

import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Handles the changes that an informer sees.
///
/// For each object, identified by uid and not only by name, the calls are one `onAdd`, any number of `onUpdate`, one
/// `onDelete` or `onMissedDelete`. Updates may be skipped if the informer had to relist; the delete never is.
public interface InformerHandler {

    void onAdd(JsonObject object);

    /// The object has another resource version than before.
    ///
    /// @param before as the last call passed it
    void onUpdate(JsonObject before, JsonObject object);

    /// The object is deleted.
    ///
    /// @param last the final state
    void onDelete(JsonObject last);

    /// The object was deleted while the informer did not follow it, so its final state is not known.
    ///
    /// @param last the last known state
    default void onMissedDelete(JsonObject last) {
        onDelete(last);
    }

    /// Calls the same function on every add, update and delete, for handlers that only enqueue a key.
    static InformerHandler onAnyChange(Consumer<JsonObject> look) {
        return new InformerHandler() {
            @Override
            public void onAdd(JsonObject object) {
                look.accept(object);
            }

            @Override
            public void onUpdate(JsonObject before, JsonObject object) {
                look.accept(object);
            }

            @Override
            public void onDelete(JsonObject last) {
                look.accept(last);
            }
        };
    }
}
