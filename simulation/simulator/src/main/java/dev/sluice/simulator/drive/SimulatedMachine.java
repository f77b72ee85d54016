package dev.sluice.simulator.drive;

import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.set.Hostlist;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/// The machine of a run: a graph, and the type of vertex that a workload's "processor" is.
///
/// @param graph makes a new graph for each run
/// @param size the number of processors
/// @param unit the type of vertex that counts as a processor
/// @param isPooled whether units are pools of which jobs take amounts; otherwise each unit belongs to one job
/// @param below the levels from a unit down to its cores, so that requests can name cores. Empty if jobs
///   request units only
/// @param isUniform whether all units are up and equal, so that it does not matter which ones a job gets
/// @param label the name of a unit in messages
public record SimulatedMachine(
        Supplier<ResourceGraph> graph,
        int size,
        String unit,
        boolean isPooled,
        List<Level> below,
        boolean isUniform,
        String label) {

    private static final String PROCESSOR = "processor";

    /// So many vertices of a type right below the one above.
    public record Level(String type, int count) {}

    public SimulatedMachine {
        below = List.copyOf(below);
    }

    /// One pool of counted processors.
    public static SimulatedMachine counting(int processors) {
        return counting(processors, PROCESSOR);
    }

    private static SimulatedMachine counting(int processors, String label) {
        return new SimulatedMachine(() -> pool(processors), processors, VertexKind.CORE, true, List.of(), true, label);
    }

    /// Counted processors in partitions. A job's constraint names its partition.
    ///
    /// @param partitions the number of processors by partition name
    public static SimulatedMachine partitioned(SequencedMap<String, Integer> partitions) {
        SequencedMap<String, Integer> copy = new LinkedHashMap<>(partitions);
        int size = copy.values().stream().mapToInt(Integer::intValue).sum();
        return new SimulatedMachine(() -> pools(copy), size, VertexKind.CORE, true, List.of(), false, PROCESSOR);
    }

    /// Returns the constraint of jobs in a partition, or of jobs outside of all partitions.
    public static Constraint inPartition(String name) {
        return new Constraint.Hostlist(Hostlist.of(List.of(name)));
    }

    /// Named nodes that are allocated whole.
    public static SimulatedMachine ofNodes(List<String> names) {
        List<String> copy = List.copyOf(names);
        return new SimulatedMachine(
                () -> nodes(copy),
                copy.size(),
                VertexKind.NODE,
                false,
                List.of(new Level(VertexKind.CORE, 1)),
                true,
                VertexKind.NODE);
    }

    /// Any graph, of which jobs get vertices of one type. If a vertex stands for several units, as one of eight
    /// cores does, jobs share it.
    public static SimulatedMachine of(Supplier<ResourceGraph> graph, String unit) {
        UnitSurvey survey = UnitSurvey.of(graph.get(), unit);
        Supplier<ResourceGraph> pooled = survey.hasPools() ? () -> UnitPools.in(graph.get(), unit) : graph;
        return new SimulatedMachine(
                pooled,
                survey.size(),
                unit,
                survey.hasPools(),
                unit.equals(VertexKind.NODE) && !survey.hasPools() ? survey.below() : List.of(),
                survey.isUniform(),
                unit);
    }

    /// Returns the machine as one pool, if it does not matter which units a job gets.
    ///
    /// On a graph a reservation is for certain vertices, which other jobs must not use. If any units would do,
    /// a reservation of a number of units is equivalent and blocks fewer jobs.
    public SimulatedMachine counted() {
        return isUniform ? counting(size, label) : this;
    }

    private static ResourceGraph pool(int processors) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        int pool = graph.addVertex(VertexKind.pool(VertexKind.CORE, "", processors), 0, 1, ResourceGraph.NO_RANK);
        graph.addEdge(cluster, pool, ResourceGraph.CONTAINMENT);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        return graph;
    }

    /// Constraints apply to nodes, so each pool has its own node.
    private static ResourceGraph pools(SequencedMap<String, Integer> partitions) {
        ResourceGraph graph = new ResourceGraph();
        int unique = 0;
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, unique++, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        int number = 0;
        for (Map.Entry<String, Integer> partition : partitions.entrySet()) {
            VertexKind kind = new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1);
            int node = graph.addVertex(kind, number, unique++, number);
            graph.setName(node, partition.getKey());
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
            VertexKind processors = VertexKind.pool(VertexKind.CORE, "", partition.getValue());
            int pool = graph.addVertex(processors, 0, unique++, number++);
            graph.addEdge(node, pool, ResourceGraph.CONTAINMENT);
        }
        return graph;
    }

    private static ResourceGraph nodes(List<String> names) {
        ResourceGraph graph = new ResourceGraph();
        int cluster = graph.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        graph.setRoot(ResourceGraph.CONTAINMENT, cluster);
        VertexKind kind = new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1);
        VertexKind coreKind = new VertexKind(VertexKind.CORE, VertexKind.CORE, "", 1);
        for (int i = 0; i < names.size(); i++) {
            int node = graph.addVertex(kind, i, i + 1, i);
            graph.setName(node, names.get(i));
            graph.addEdge(cluster, node, ResourceGraph.CONTAINMENT);
            int core = graph.addVertex(coreKind, 0, names.size() + i + 1, i);
            graph.addEdge(node, core, ResourceGraph.CONTAINMENT);
        }
        return graph;
    }

    /// The types of resources that jobs ask for.
    public Set<String> requestedTypes() {
        Set<String> types = new TreeSet<>();
        newRequests().of(1).resources().forEach(request -> addTypes(request, types));
        return types;
    }

    private static void addTypes(ResourceRequest request, Set<String> types) {
        types.add(request.type());
        request.with().forEach(inner -> addTypes(inner, types));
    }

    ResourceModel newModel() {
        return new ResourceModel(graph.get(), MatchPolicy.named("low").orElseThrow());
    }

    ProcessorRequests newRequests() {
        return new ProcessorRequests(this);
    }
}
