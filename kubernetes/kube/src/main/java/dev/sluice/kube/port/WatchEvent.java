package dev.sluice.kube.port;

import dev.sluice.kube.json.JsonObject;

/// One thing that a watch tells.
///
/// @param object as it is since then, or as it last was; a `Status` in an error
public record WatchEvent(Type type, JsonObject object) {
    /// What has happened, from the watch's view: an object that no longer matches is deleted.
    public enum Type {
        ADDED,
        MODIFIED,
        DELETED,
        /// Nothing, up to the object's version.
        BOOKMARK,
        ERROR
    }
}
