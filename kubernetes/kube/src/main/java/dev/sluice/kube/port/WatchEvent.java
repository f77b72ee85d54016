package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// A watch event.
///
/// @param object the new state, or the last state of a deleted object; a `Status` in an error
public record WatchEvent(Type type, JsonObject object) {
    /// The event type, from the watch's view: an object that leaves the selector is deleted.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        /// No change up to the object's resource version.
        BOOKMARK,
        ERROR
    }
}
