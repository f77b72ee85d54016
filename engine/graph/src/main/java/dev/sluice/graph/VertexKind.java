package dev.sluice.graph;

/// What vertices have in common that are alike: all cores of a machine share one kind.
///
/// @param size how much of it there is: 1 for a core, 32 for a memory bank of 32 GB
public record VertexKind(String type, String basename, String unit, long size) {
    public static final String NODE = "node";
    public static final String CORE = "core";
    public static final String GPU = "gpu";

    public VertexKind {
        if (type.isEmpty()) {
            throw new GraphException("a vertex needs a type");
        }
        if (size < 1) {
            throw new GraphException("the size (%d) of a %s is below 1".formatted(size, type));
        }
    }
}
