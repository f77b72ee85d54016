package dev.sluice.kube.port;

/// The namespace and name of an object.
///
/// @param namespace empty for cluster-scoped types
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

    public static ObjectKey of(String name) {
        return new ObjectKey("", name);
    }

    /// The order of lists: by namespace, then by name.
    @Override
    public int compareTo(ObjectKey other) {
        // Namespaces are mostly equal, and equality is faster than comparison.
        return namespace.equals(other.namespace) ? name.compareTo(other.name) : namespace.compareTo(other.namespace);
    }

    // A record's generated methods are linked at run time; explicit ones make the server start faster.
    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectKey key && name.equals(key.name) && namespace.equals(key.namespace);
    }

    @Override
    public int hashCode() {
        return 31 * namespace.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
