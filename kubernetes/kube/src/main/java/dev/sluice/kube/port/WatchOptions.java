package dev.sluice.kube.port;

/// What a watch tells of.
///
/// @param resourceVersion from where on; empty or `0` begins with all that is there
/// @param bookmarks whether the watch also tells how far it has come while nothing happens
/// @param initialEvents whether it begins with all that is there, ended by a marked bookmark
public record WatchOptions(
        String labelSelector, String fieldSelector, String resourceVersion, boolean bookmarks, boolean initialEvents) {

    public static WatchOptions from(String resourceVersion) {
        return new WatchOptions("", "", resourceVersion, false, false);
    }
}
