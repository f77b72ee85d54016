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
        // Mostly the very same text, which is told sooner by its equality.
        return namespace.equals(other.namespace) ? name.compareTo(other.name) : namespace.compareTo(other.namespace);
    }

    // What the JVM would make up for a record, it makes at run time; written out, a server starts sooner.
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
