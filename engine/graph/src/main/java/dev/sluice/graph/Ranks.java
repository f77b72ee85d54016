package dev.sluice.graph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Finds nodes by broker rank.
///
/// Ranks are nearly always 0 to n-1, so an array indexed by rank holds them. Ranks above its maximal length are in
/// a map.
final class Ranks {

    /// Ten times the nodes of the largest machine we plan for; the index for it takes four megabytes.
    private static final int INDEX_MAX = 1 << 20;

    private int[] nodes = new int[0];
    private final Map<Integer, Integer> highRanks = new HashMap<>();

    Ranks() {}

    Ranks(Ranks other) {
        nodes = other.nodes.clone();
        highRanks.putAll(other.highRanks);
    }

    /// Registers a node. If two nodes have the same rank, the first one keeps it.
    void add(int rank, int node) {
        if (rank < 0 || find(rank) != ResourceGraph.NO_VERTEX) {
            return;
        }
        if (rank >= INDEX_MAX) {
            highRanks.put(rank, node);
            return;
        }
        if (rank >= nodes.length) {
            int old = nodes.length;
            nodes = Arrays.copyOf(nodes, Math.min(INDEX_MAX, Math.max(64, rank + (rank >> 1) + 1)));
            Arrays.fill(nodes, old, nodes.length, ResourceGraph.NO_VERTEX);
        }
        nodes[rank] = node;
    }

    void remove(int rank, int node) {
        if (find(rank) != node) {
            return;
        }
        if (rank >= INDEX_MAX) {
            highRanks.remove(rank);
        } else {
            nodes[rank] = ResourceGraph.NO_VERTEX;
        }
    }

    int find(int rank) {
        if (rank >= 0 && rank < nodes.length) {
            return nodes[rank];
        }
        return highRanks.getOrDefault(rank, ResourceGraph.NO_VERTEX);
    }
}
