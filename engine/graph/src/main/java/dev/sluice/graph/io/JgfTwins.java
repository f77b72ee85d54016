package dev.sluice.graph.io;

import dev.sluice.graph.ResourceGraph;
import java.util.Arrays;

/// Finds the vertex of a JGF file that has a containment path and a rank: to flux-sched, another vertex with both is
/// the same one.
///
/// A hash table without strings. It takes some twenty bytes a vertex, while the file is read.
final class JgfTwins {
    static final int NONE = -1;

    private final ResourceGraph graph;
    private final JgfPaths paths;

    // Open addressing, at most half full.
    private int[] hashes = new int[64];
    private int[] vertices = emptyTable(64);
    private int count;

    JgfTwins(ResourceGraph graph, JgfPaths paths) {
        this.graph = graph;
        this.paths = paths;
    }

    int find(String path, int rank) {
        int hash = hash(path, rank);
        for (int slot = first(hash); vertices[slot] != NONE; slot = next(slot)) {
            int vertex = vertices[slot];
            if (hashes[slot] == hash
                    && graph.rank(vertex) == rank
                    && paths.path(vertex).equals(path)) {
                return vertex;
            }
        }
        return NONE;
    }

    /// Adds a vertex that has no twin yet.
    void add(int vertex, String path, int rank) {
        if (2 * (count + 1) > vertices.length) {
            grow();
        }
        insert(hash(path, rank), vertex);
        count++;
    }

    private void insert(int hash, int vertex) {
        int slot = first(hash);
        while (vertices[slot] != NONE) {
            slot = next(slot);
        }
        hashes[slot] = hash;
        vertices[slot] = vertex;
    }

    private void grow() {
        int[] oldHashes = hashes;
        int[] oldVertices = vertices;
        hashes = new int[2 * oldHashes.length];
        vertices = emptyTable(hashes.length);
        for (int i = 0; i < oldVertices.length; i++) {
            if (oldVertices[i] != NONE) {
                insert(oldHashes[i], oldVertices[i]);
            }
        }
    }

    private int first(int hash) {
        return hash & (vertices.length - 1);
    }

    private int next(int slot) {
        return (slot + 1) & (vertices.length - 1);
    }

    private static int hash(String path, int rank) {
        int hash = (path.hashCode() + 31 * rank) * 0x9E3779B9;
        return hash ^ (hash >>> 15);
    }

    private static int[] emptyTable(int length) {
        int[] table = new int[length];
        Arrays.fill(table, NONE);
        return table;
    }
}
