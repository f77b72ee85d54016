package dev.sluice.kube.port;

/// Options of a list.
///
/// @param labelSelector as in a query: `app=web,tier in (a,b)`; empty for all
/// @param fieldSelector as in a query: `status.phase!=Failed`; empty for all
/// @param limit the page size; 0 for no limit
/// @param next the continue token of the page before
/// @param resourceVersion the minimum or exact version; empty for the most recent, `0` for any
/// @param versionMatch `Exact`, `NotOlderThan` or empty
public record ListOptions(
        String labelSelector,
        String fieldSelector,
        long limit,
        String next,
        String resourceVersion,
        String versionMatch) {
    public static final ListOptions ALL = new ListOptions("", "", 0, "", "", "");

    public static ListOptions labelled(String selector) {
        return new ListOptions(selector, "", 0, "", "", "");
    }

    public static ListOptions where(String fieldSelector) {
        return new ListOptions("", fieldSelector, 0, "", "", "");
    }

    /// Returns these options with another field selector.
    public ListOptions selecting(String fields) {
        return new ListOptions(labelSelector, fields, limit, next, resourceVersion, versionMatch);
    }

    public ListOptions page(long newLimit, String newNext) {
        return new ListOptions(labelSelector, fieldSelector, newLimit, newNext, resourceVersion, versionMatch);
    }
}
