package dev.sluice.graph.io;

/// Limits for graphs that are read. A larger graph is more likely a mistake or an attack than a machine.
final class Limits {

    /// A hundred thousand nodes of 63 vertices and a quarter more; at 46 bytes a vertex that takes 370 megabytes.
    static final int VERTICES_MAX = 8_000_000;

    /// A tree of 8 million vertices, and as many edges in other subsystems.
    static final int EDGES_MAX = 16_000_000;

    /// Ten times as deep as any machine. Traversals recurse once per level.
    static final int DEPTH_MAX = 100;

    /// Room for DEPTH_MAX host names of the longest kind.
    static final int TEXT_MAX = 32_768;

    /// JSON within JSON: a graph has five levels; R puts it two deeper.
    static final int NESTING_MAX = 50;

    private Limits() {}
}
