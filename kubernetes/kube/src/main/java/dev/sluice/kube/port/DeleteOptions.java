package dev.sluice.kube.port;

import java.util.OptionalLong;

/// How an object is deleted.
///
/// @param graceSeconds how long it may take to end; empty for its own default
/// @param propagation what becomes of what it owns; empty for the type's default
/// @param uid only if it is this very one; empty for any
/// @param resourceVersion only in this version; empty for any
public record DeleteOptions(
        OptionalLong graceSeconds, String propagation, String uid, String resourceVersion, boolean dryRun) {
    public static final String BACKGROUND = "Background";
    public static final String FOREGROUND = "Foreground";
    public static final String ORPHAN = "Orphan";

    public static final DeleteOptions PLAIN = new DeleteOptions(OptionalLong.empty(), "", "", "", false);

    public static DeleteOptions within(long graceSeconds) {
        return new DeleteOptions(OptionalLong.of(graceSeconds), "", "", "", false);
    }
}
