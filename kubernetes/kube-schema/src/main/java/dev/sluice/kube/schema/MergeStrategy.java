package dev.sluice.kube.schema;

import java.util.List;

/// How two values of a field become one.
///
/// @param patchKey by which field a strategic merge patch tells the elements of a list apart; empty if it does not
/// @param patchStrategy `merge`, `replace`, `retainKeys`, or several with commas; empty if nothing is said
/// @param listKeys by which fields server-side apply tells the elements of a list apart
public record MergeStrategy(
        String patchKey, String patchStrategy, ListType listType, List<String> listKeys, MapType mapType) {
    static final MergeStrategy PLAIN = new MergeStrategy("", "", ListType.NONE, List.of(), MapType.NONE);

    /// The list type of server-side apply.
    public enum ListType {
        NONE,
        ATOMIC,
        SET,
        MAP
    }

    /// The map type of server-side apply.
    public enum MapType {
        NONE,
        ATOMIC,
        GRANULAR
    }

    public MergeStrategy {
        listKeys = List.copyOf(listKeys);
    }

    /// True if a strategic merge patch merges the list instead of replacing it.
    public boolean mergesLists() {
        return hasStrategy("merge");
    }

    /// True if a patch may have `$retainKeys`, which clears the keys that it does not name.
    public boolean retainsKeys() {
        return hasStrategy("retainKeys");
    }

    private boolean hasStrategy(String wanted) {
        return List.of(patchStrategy.split(",", -1)).contains(wanted);
    }
}
