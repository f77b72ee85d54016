package dev.sluice.simulator.drive;

import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.scheduling.state.EngineState;
import dev.sluice.simulator.drive.SimulationOptions.OnFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Failures of nodes: when each fails, how long its repair takes, and which jobs run on it.
///
/// Each node draws its own times, so that they do not depend on the number of other nodes.
final class NodeFailures {
    private final SimulationOptions options;
    private final ResourceGraph graph;
    private final List<Integer> nodes = new ArrayList<>();
    private final List<RandomGenerator> chances = new ArrayList<>();

    /// Nodes that are down from the beginning do not fail and are not repaired.
    NodeFailures(SimulationOptions options, ResourceGraph graph) {
        this.options = options;
        this.graph = graph;
        if (options.failures().isPresent()) {
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (UnitSurvey.isUnit(graph, vertex, VertexKind.NODE) && !UnitSurvey.isDown(graph, vertex)) {
                    nodes.add(vertex);
                    chances.add(options.seeds().forActor("node " + graph.path(vertex)));
                }
            }
        }
    }

    /// How many nodes may fail; 0 if none ever does.
    int nodeCount() {
        return nodes.size();
    }

    /// Whether jobs on a failing node run again.
    boolean areRequeued() {
        return options.failures().orElseThrow().onFailure() == OnFailure.REQUEUE;
    }

    String path(int node) {
        return graph.path(nodes.get(node));
    }

    int vertex(int node) {
        return nodes.get(node);
    }

    long timeToFailure(int node) {
        return draw(node, options.failures().orElseThrow().meanTimeBetweenNanos());
    }

    long timeToRepair(int node) {
        return draw(node, options.failures().orElseThrow().meanTimeToRepairNanos());
    }

    private long draw(int node, long mean) {
        double exponential = -Math.log(1 - chances.get(node).nextDouble());
        return Math.max(1, Math.round(mean * exponential));
    }

    /// The jobs that run on a node.
    List<Integer> jobsOn(int node, EngineState state) {
        List<Integer> jobs = new ArrayList<>();
        for (int job : state.holdingJobs()) {
            Placement placement =
                    state.machine().occupancy().holding(job).orElseThrow().placement();
            for (int i = 0; i < placement.size(); i++) {
                if (placement.vertex(i) == nodes.get(node)) {
                    jobs.add(job);
                    break;
                }
            }
        }
        return jobs;
    }
}
