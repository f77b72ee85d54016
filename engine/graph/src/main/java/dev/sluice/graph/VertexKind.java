package dev.sluice.graph;

/// The attributes that equal vertices share: all cores of a machine have one kind.
///
/// @param size the amount of one vertex: 1 for a core, 32 for a memory bank of 32 GB
/// @param divisible whether the vertex is a pool, of which each job takes an amount, as of milli-CPUs and bytes;
///     otherwise it is allocated whole, as in flux-sched
public record VertexKind(String type, String basename, String unit, long size, boolean divisible) {
    public static final String NODE = "node";
    public static final String CORE = "core";
    public static final String GPU = "gpu";

    private static final String STORAGE_NODE = "storage_node";

    /// A kind whose vertices are allocated whole.
    public VertexKind(String type, String basename, String unit, long size) {
        this(type, basename, unit, size, false);
    }

    /// A kind whose vertices are pools.
    public static VertexKind pool(String type, String unit, long size) {
        return new VertexKind(type, type, unit, size, true);
    }

    public VertexKind {
        if (type.isEmpty()) {
            throw new GraphException("the type of a vertex is empty");
        }
        // A pool may be empty: a device plug-in that restarts takes all of its devices away for a while.
        long least = divisible ? 0 : 1;
        if (size < least) {
            throw new GraphException("the size (%d) of a %s is below %d".formatted(size, type, least));
        }
    }

    /// Whether constraints and taints apply to vertices of this kind; to all others they do not.
    public boolean isConstrained() {
        return type.equals(NODE) || type.equals(STORAGE_NODE);
    }
}
