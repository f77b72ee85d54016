package dev.sluice.kube.port;

/// A kind of object under one of the versions that it is served in.
///
/// @param group empty for the core group
/// @param plural as it stands in paths
public record ResourceType(String group, String version, String plural, String kind, boolean namespaced) {

    /// As it stands in objects: `v1`, `apps/v1`.
    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /// As errors name it: `pods`, `deployments.apps`.
    public String groupResource() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    // What the JVM would make up for a record, it makes at run time; written out, a server starts sooner.
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
