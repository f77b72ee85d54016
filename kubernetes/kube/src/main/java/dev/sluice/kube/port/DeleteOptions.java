package dev.sluice.kube.port;

import java.util.OptionalLong;

/// Options of a delete.
///
/// @param graceSeconds the grace period; empty for the object's default
/// @param propagation the propagation policy for dependents; empty for the type's default
/// @param uid precondition; empty for any
/// @param resourceVersion precondition; empty for any
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
