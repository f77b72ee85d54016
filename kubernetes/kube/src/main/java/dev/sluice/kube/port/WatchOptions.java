package dev.sluice.kube.port;

/// What a watch tells of.
///
/// @param resourceVersion from where on; empty or `0` begins with all that is there
/// @param bookmarks whether the watch also tells how far it has come while nothing happens
/// @param initialEvents whether it begins with all that is there, ended by a marked bookmark
/// @param newsOnly whether it tells nothing of what is there already, if it names no version
public record WatchOptions(
        String labelSelector,
        String fieldSelector,
        String resourceVersion,
        boolean bookmarks,
        boolean initialEvents,
        boolean newsOnly) {

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

    /// The same with other fields selected.
    public WatchOptions selecting(String fields) {
        return new WatchOptions(labelSelector, fields, resourceVersion, bookmarks, initialEvents, newsOnly);
    }
}
