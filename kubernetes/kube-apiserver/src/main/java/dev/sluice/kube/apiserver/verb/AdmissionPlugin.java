package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ObjectKey;
import dev.sluice.kube.port.ResourceType;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Admits, changes or refuses writes before they are stored.
public interface AdmissionPlugin {
    /// Lets everything pass as it is.
    AdmissionPlugin ANYTHING = new AdmissionPlugin() {
        @Override
        public JsonObject changed(Write write) {
            return write.object();
        }

        @Override
        public void check(Write write) {}
    };

    /// What is written.
    enum Operation {
        CREATE,
        UPDATE,
        DELETE
    }

    /// A write that is about to happen.
    ///
    /// @param subresource empty if it is the object itself
    /// @param object as it is to become, or what is handed to a sub-resource; empty if it is to go
    /// @param old as it is; nothing if it is to be made
    /// @param warnings where to say what the client should know
    record Write(
            Operation operation,
            ResourceType type,
            ObjectKey key,
            String subresource,
            JsonObject object,
            @Nullable JsonObject old,
            boolean isDryRun,
            Consumer<String> warnings) {

        public Write with(JsonObject other) {
            return new Write(operation, type, key, subresource, other, old, isDryRun, warnings);
        }
    }

    /// What is to be written instead, before it is looked at closely; the very same object if nothing is to change.
    JsonObject changed(Write write);

    /// Throws if it must not be written.
    void check(Write write);
}
