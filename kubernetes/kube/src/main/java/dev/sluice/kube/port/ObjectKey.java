package dev.sluice.kube.port;

/// Names one object of a type.
///
/// @param namespace empty if the type has none
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {

    public static ObjectKey of(String name) {
        return new ObjectKey("", name);
    }

    /// In the order of lists: by namespace, then by name.
    @Override
    public int compareTo(ObjectKey other) {
        int byNamespace = namespace.compareTo(other.namespace);
        return byNamespace == 0 ? name.compareTo(other.name) : byNamespace;
    }

    @Override
    public String toString() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
