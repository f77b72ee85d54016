package dev.sluice.kube.schema;

import java.util.List;

/// A group of kinds and the versions that it is served in.
///
/// @param name empty for the core group
/// @param versions the preferred one first
public record ApiGroup(String name, List<String> versions) {
    public ApiGroup {
        versions = List.copyOf(versions);
    }

    public String preferredVersion() {
        return versions.getFirst();
    }
}
