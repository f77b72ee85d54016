package dev.sluice.graph;

/// What vertices have in common that are alike: all cores of a machine share one kind.
///
/// @param size how much of it there is: 1 for a core, 32 for a memory bank of 32 GB
/// @param divisible whether jobs may share it, each taking some of its size, as milli-CPU and bytes are shared;
///     otherwise it is given away whole, as flux-sched does
public record VertexKind(String type, String basename, String unit, long size, boolean divisible) {
    public static final String NODE = "node";
    public static final String CORE = "core";
    public static final String GPU = "gpu";

    /// A vertex that is given away whole.
    public VertexKind(String type, String basename, String unit, long size) {
        this(type, basename, unit, size, false);
    }

    /// A pool of which every job takes what it needs.
    public static VertexKind pool(String type, String unit, long size) {
        return new VertexKind(type, type, unit, size, true);
    }

    public VertexKind {
        if (type.isEmpty()) {
            throw new GraphException("a vertex needs a type");
        }
        if (size < 1) {
            throw new GraphException("the size (%d) of a %s is below 1".formatted(size, type));
        }
    }
}
