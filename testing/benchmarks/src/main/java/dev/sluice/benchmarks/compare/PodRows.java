package dev.sluice.benchmarks.compare;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.parse.JobspecReader;
import java.util.Map;
import java.util.Random;

/// Reservations on nodes whose cores are nearly free: what is missing is memory, or GPUs.
///
/// Each of 2,000 nodes has a pod that holds nearly all of its memory or all its GPUs, for 1 to 100 hours. Pods that
/// need
/// more than is left get the first place there is, one after the other.
final class PodRows {
    private static final int RACKS = 10;
    private static final int NODES = 200;
    private static final int GPUS = 8;
    private static final long MEMORY = 256;
    private static final int RESERVATIONS = 500;

    private PodRows() {}

    static Map<String, long[]> reserve(String policy, String scarce) {
        ResourceModel model =
                new ResourceModel(machine(), MatchPolicy.named(policy).orElseThrow());
        Random random = new Random(1);
        boolean isMemory = scarce.equals("memory");
        long job = 0;
        for (; job < (long) RACKS * NODES; job++) {
            long all = isMemory ? MEMORY - 1 : GPUS;
            place(model, MatchOperation.ALLOCATE, pod(model, scarce, all, 1 + random.nextInt(100)), job);
        }
        Rows.Samples samples = new Rows.Samples(RESERVATIONS);
        for (int i = 0; i < RESERVATIONS; i++) {
            long amount = 2L + random.nextInt(isMemory ? 100 : 6);
            CompiledJobspec pod = pod(model, scarce, amount, 1 + random.nextInt(24));
            samples.begin();
            place(model, MatchOperation.ALLOCATE_ORELSE_RESERVE, pod, job++);
            samples.end();
        }
        return Map.of("reserve", samples.taken());
    }

    private static void place(ResourceModel model, MatchOperation operation, CompiledJobspec pod, long job) {
        if (!(model.match(operation, pod, job, 0) instanceof Outcome.Placed)) {
            throw new IllegalStateException("there is no place for job (" + job + ")");
        }
    }

    private static CompiledJobspec pod(ResourceModel model, String type, long amount, long hours) {
        return model.prepare(JobspecReader.read("""
                version: 9999
                resources:
                - type: node
                  count: 1
                  with:
                  - type: slot
                    count: 1
                    label: task
                    with: [{type: core, count: 100}, {type: %s, count: %d}]
                attributes: {system: {duration: %d}}
                tasks: [{command: [app], slot: task, count: {per_slot: 1}}]
                """.formatted(type, amount, hours * 3600), type, Dialect.FLUX_SCHED));
    }

    private static ResourceGraph machine() {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        for (int rack = 0; rack < RACKS; rack++) {
            int above = add(graph, cluster, new VertexKind("rack", "rack", "", 1), rack);
            for (int i = 0; i < NODES; i++) {
                int node = add(graph, above, new VertexKind("node", "node", "", 1), rack * NODES + i);
                add(graph, node, VertexKind.pool("core", "m", 64_000), 0);
                add(graph, node, VertexKind.pool("memory", "GB", MEMORY), 0);
                for (int gpu = 0; gpu < GPUS; gpu++) {
                    add(graph, node, new VertexKind("gpu", "gpu", "", 1), gpu);
                }
            }
        }
        return graph;
    }

    private static int add(ResourceGraph graph, int above, VertexKind kind, int id) {
        int vertex = graph.addVertex(kind, id, graph.vertexCount(), ResourceGraph.NO_RANK);
        graph.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }
}
