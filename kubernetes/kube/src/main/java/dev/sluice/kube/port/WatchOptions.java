package dev.sluice.kube.port;

/// Options of a watch.
///
/// @param resourceVersion where to start; empty or `0` starts with the existing objects
/// @param bookmarks whether the watch also gets bookmarks
/// @param initialEvents whether it starts with the existing objects, followed by a marked bookmark
/// @param skipsInitialEvents whether it skips the existing objects if no version is given
public record WatchOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        boolean bookmarks,
        boolean initialEvents,
        boolean skipsInitialEvents) {

    public WatchOptions(
            String labelSelector,
            String fieldSelector,
            String resourceVersion,
            boolean bookmarks,
            boolean initialEvents) {
        this(labelSelector, fieldSelector, resourceVersion, bookmarks, initialEvents, false);
    }

    public static WatchOptions from(String resourceVersion) {
        return new WatchOptions("", "", resourceVersion, false, false);
    }

    /// Returns these options with another field selector.
    public WatchOptions selecting(String fields) {
        return new WatchOptions(labelSelector, fields, resourceVersion, bookmarks, initialEvents, skipsInitialEvents);
    }
}
