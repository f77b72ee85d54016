package dev.sluice.kube.port;

/// A resource in one of the versions in which it is served.
///
/// @param group empty for the core group
/// @param plural as in paths
public record ResourceType(String group, String version, String plural, String kind, boolean namespaced) {

    /// Returns the `apiVersion` of its objects: `v1`, `apps/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// Returns the name that errors use: `pods`, `deployments.apps`.
    public String groupResource() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    // A record's generated methods are linked at run time; explicit ones make the server start faster.
    @Override
    public boolean equals(Object other) {
        return other instanceof ResourceType type
                && plural.equals(type.plural)
                && group.equals(type.group)
                && version.equals(type.version)
                && kind.equals(type.kind)
                && namespaced == type.namespaced;
    }

    @Override
    public int hashCode() {
        return 31 * (31 * group.hashCode() + version.hashCode()) + plural.hashCode();
    }
}
