package dev.sluice.simulator.drive;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;

/// Counts the units that are unavailable: failed ones, and those in a window. A unit to which both apply counts
/// once.
final class DownUnits {
    private final ResourceGraph graph;
    private final String unit;

    /// By vertex: how many of its units windows hold at present.
    private final long[] inWindows;

    private final boolean[] failed;
    private long total;

    /// What the graph has down from the beginning counts as failed.
    DownUnits(ResourceGraph graph, String unit) {
        this.graph = graph;
        this.unit = unit;
        this.inWindows = new long[graph.vertexCount()];
        this.failed = new boolean[graph.vertexCount()];
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            if (isUnit(vertex) && UnitSurvey.isDown(graph, vertex)) {
                setFailed(vertex, true);
            }
        }
    }

    int total() {
        return Math.toIntExact(total);
    }

    void setFailed(int vertex, boolean isFailed) {
        total -= of(vertex);
        failed[vertex] = isFailed;
        total += of(vertex);
    }

    /// A window begins or ends.
    void setInWindow(Placement placement, boolean begins) {
        for (int i = 0; i < placement.entryCount(); i++) {
            int vertex = placement.entryVertex(i);
            if (isUnit(vertex)) {
                total -= of(vertex);
                inWindows[vertex] += begins ? placement.entryAmount(i) : -placement.entryAmount(i);
                total += of(vertex);
            }
        }
    }

    private boolean isUnit(int vertex) {
        return UnitSurvey.isUnit(graph, vertex, unit);
    }

    /// How many units of a vertex are down.
    long of(int vertex) {
        return failed[vertex] ? graph.size(vertex) : inWindows[vertex];
    }
}
