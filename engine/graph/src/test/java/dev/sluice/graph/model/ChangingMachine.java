package dev.sluice.graph.model;

import dev.sluice.graph.Jobs;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.CompiledJobspec;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.occupancy.Occupancy.Holding;
import dev.sluice.graph.plan.Timelines;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.Toleration;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A machine on which anything may happen: nodes come and go, are resized, relabelled and cordoned, and jobs and other
/// schedulers hold parts of it.
final class ChangingMachine {
    static final long HORIZON = 40;

    /// More than one block of a list, so that members are moved.
    private static final int WIDE = 70;

    private static final int JOBS = 12;
    private static final String PODS = "pods";

    final ResourceModel model;
    final ResourceGraph graph;
    private final Random random;
    private final List<String> events = new ArrayList<>();
    private final boolean isShared;
    private boolean nothingEnds;
    private long nextId = 1000;
    private int nextRank;

    ChangingMachine(long seed, String policy) {
        this(seed, policy, false);
    }

    /// @param isShared whether vertices may have several parents
    ChangingMachine(long seed, String policy, boolean isShared) {
        this.isShared = isShared;
        this.random = new Random(seed);
        ResourceGraph machine = new ResourceGraph();
        int root = machine.addVertex(new VertexKind("cluster", "cluster", "", 1), 0, 0, ResourceGraph.NO_RANK);
        machine.setRoot(ResourceGraph.CONTAINMENT, root);
        boolean isWide = random.nextInt(5) == 0;
        int racks = isWide ? 1 : 1 + random.nextInt(3);
        for (int i = 0; i < racks; i++) {
            int rack = add(machine, root, new VertexKind("rack", "rack", "", 1), i, ResourceGraph.NO_RANK);
            int nodes = isWide ? WIDE : random.nextInt(5);
            for (int j = 0; j < nodes; j++) {
                addNode(machine, rack);
            }
        }
        if (random.nextBoolean()) {
            machine.reuseNumbers();
        }
        this.graph = machine;
        for (int i = isShared ? random.nextInt(6) : 0; i > 0; i--) {
            share();
        }
        this.model = new ResourceModel(machine, MatchPolicy.named(policy).orElseThrow());
    }

    List<String> events() {
        return events;
    }

    /// From now on all that is held is held without an end.
    void holdWithoutEnd() {
        nothingEnds = true;
    }

    private int addNode(ResourceGraph to, int above) {
        // Ids in any order, so that new nodes belong anywhere in the order of a policy.
        long id = random.nextInt(500) * 1000L + nextId++;
        int node = add(to, above, new VertexKind(VertexKind.NODE, VertexKind.NODE, "", 1), id, nextRank++);
        if (random.nextBoolean()) {
            to.setProperty(node, "zone" + random.nextInt(2), "");
        }
        if (random.nextInt(6) > 0) {
            add(to, node, VertexKind.pool(VertexKind.CORE, "m", random.nextInt(9)), 0, ResourceGraph.NO_RANK);
        } else {
            for (int i = random.nextInt(4); i > 0; i--) {
                add(to, node, new VertexKind(VertexKind.CORE, VertexKind.CORE, "", 1), i, ResourceGraph.NO_RANK);
            }
        }
        if (random.nextInt(4) > 0) {
            long gigabytes = 1L + random.nextInt(8);
            add(to, node, VertexKind.pool("memory", "B", gigabytes << 30), 0, ResourceGraph.NO_RANK);
        }
        if (random.nextInt(4) > 0) {
            add(to, node, VertexKind.pool(PODS, "", 1L + random.nextInt(6)), 0, ResourceGraph.NO_RANK);
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            add(to, node, new VertexKind(VertexKind.GPU, VertexKind.GPU, "", 1), i, ResourceGraph.NO_RANK);
        }
        return node;
    }

    private static int add(ResourceGraph to, int above, VertexKind kind, long id, int rank) {
        int vertex = to.addVertex(kind, id, to.vertexCount(), rank);
        to.addEdge(above, vertex, ResourceGraph.CONTAINMENT);
        return vertex;
    }

    /// One event of any kind.
    void happen() {
        long job = random.nextInt(JOBS);
        if (isShared && random.nextInt(12) == 0) {
            attachShared();
            return;
        }
        if (isShared && random.nextInt(20) == 0) {
            removeNode();
            return;
        }
        switch (random.nextInt(21)) {
            case 0, 1, 2 -> attachNode();
            case 3 -> attachBelow();
            case 4, 5 -> remove(List.of(VertexKind.NODE));
            case 6 -> remove(List.of(VertexKind.CORE, VertexKind.GPU, "memory", PODS));
            case 7 -> remove(List.of("rack"));
            case 8, 9 -> resize();
            case 10 -> relabel();
            case 11 -> cordon();
            case 12, 13 -> force(job);
            case 14, 15 -> match(job);
            case 16 -> cancel(job);
            case 17 -> releaseAt(job);
            case 18 -> setEnd(job);
            case 19 -> taint();
            default -> {
                note("snapshot");
                model.snapshot();
            }
        }
    }

    /// One event that neither adds nor removes vertices.
    void useOrResize() {
        long job = random.nextInt(JOBS);
        switch (random.nextInt(6)) {
            case 0 -> resize();
            case 1 -> force(job);
            case 2 -> match(job);
            case 3 -> cancel(job);
            case 4 -> releaseAt(job);
            default -> setEnd(job);
        }
    }

    private void cancel(long job) {
        note("cancel " + job);
        model.cancel(job);
        model.ports().release(job);
    }

    private void note(String event) {
        events.add(event);
    }

    private void attachNode() {
        ResourceGraph part = partWith(any("rack"));
        int above = part.vertexCount() - 1;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            addNode(part, above);
        }
        note("attach nodes to " + part.path(above));
        model.attach(part);
    }

    /// Gives a vertex another parent, of the racks and nodes above its level.
    private void share() {
        int from = any(random.nextBoolean() ? "rack" : VertexKind.NODE);
        int to = any(List.of(VertexKind.NODE, VertexKind.CORE, VertexKind.GPU, "memory")
                .get(random.nextInt(4)));
        if (from == ResourceGraph.NO_VERTEX || to == ResourceGraph.NO_VERTEX) {
            return;
        }
        boolean isNew = !graph.isNode(to) || graph.type(from).equals("rack");
        for (int edge : graph.parentEdges(to)) {
            isNew &= graph.source(edge) != from;
        }
        if (isNew) {
            graph.addEdge(from, to, ResourceGraph.CONTAINMENT);
        }
    }

    /// Attaches a GPU to two nodes, or a rack above existing nodes.
    private void attachShared() {
        int one = any(VertexKind.NODE);
        int other = any(VertexKind.NODE);
        if (one == ResourceGraph.NO_VERTEX || one == other) {
            return;
        }
        ResourceGraph part = partWith(one);
        int first = part.vertexCount() - 1;
        int second = copyInto(part, other);
        if (random.nextBoolean()) {
            int gpu = add(part, first, new VertexKind(VertexKind.GPU, VertexKind.GPU, "", 1), nextId++, -1);
            part.addEdge(second, gpu, ResourceGraph.CONTAINMENT);
        } else {
            int rack = add(part, 0, new VertexKind("rack", "rack", "", 1), nextId++, ResourceGraph.NO_RANK);
            part.addEdge(rack, first, ResourceGraph.CONTAINMENT);
            part.addEdge(rack, second, ResourceGraph.CONTAINMENT);
        }
        note("attach what " + graph.path(one) + " and " + graph.path(other) + " share");
        model.attach(part);
    }

    private int copyInto(ResourceGraph part, int at) {
        int copy = part.addVertex(graph.kind(at), graph.id(at), graph.uniqId(at), graph.rank(at));
        part.setPath(copy, ResourceGraph.CONTAINMENT, graph.path(at));
        return copy;
    }

    private void attachBelow() {
        if (random.nextInt(3) == 0) {
            ResourceGraph part = partWith(graph.root());
            int rack = add(part, 0, new VertexKind("rack", "rack", "", 1), nextId++, ResourceGraph.NO_RANK);
            if (random.nextBoolean()) {
                addNode(part, rack);
            }
            note("attach " + part.path(rack));
            model.attach(part);
            return;
        }
        int node = any(VertexKind.NODE);
        if (node == ResourceGraph.NO_VERTEX) {
            return;
        }
        ResourceGraph part = partWith(node);
        VertexKind kind = switch (random.nextInt(4)) {
            case 0 -> new VertexKind(VertexKind.GPU, VertexKind.GPU, "", 1);
            case 1 -> VertexKind.pool("memory", "B", 3L << 30);
            case 2 -> VertexKind.pool("fpga" + random.nextInt(3), "", 2);
            default -> VertexKind.pool(VertexKind.CORE, "m", 4);
        };
        int added = add(part, part.vertexCount() - 1, kind, nextId++, ResourceGraph.NO_RANK);
        note("attach " + part.path(added));
        model.attach(part);
    }

    /// The vertices from the root to this one, or to the root alone.
    private ResourceGraph partWith(int vertex) {
        List<Integer> path = new ArrayList<>();
        for (int above = vertex; above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            path.addFirst(above);
        }
        if (path.isEmpty()) {
            path.add(graph.root());
        }
        ResourceGraph part = new ResourceGraph();
        for (int at : path) {
            int copy = isShared
                    ? copyInto(part, at)
                    : part.addVertex(graph.kind(at), graph.id(at), graph.uniqId(at), graph.rank(at));
            if (copy == 0) {
                part.setRoot(ResourceGraph.CONTAINMENT, copy);
            } else {
                part.addEdge(copy - 1, copy, ResourceGraph.CONTAINMENT);
            }
        }
        return part;
    }

    private void remove(List<String> types) {
        int vertex = any(types.get(random.nextInt(types.size())));
        if (vertex != ResourceGraph.NO_VERTEX) {
            note("remove " + graph.path(vertex));
            model.remove(vertex);
        }
    }

    private void removeNode() {
        int node = any(VertexKind.NODE);
        if (node != ResourceGraph.NO_VERTEX) {
            note("remove the node " + graph.path(node));
            model.removeNode(node);
        }
    }

    private void resize() {
        int vertex =
                any(List.of(VertexKind.CORE, "memory", VertexKind.GPU, PODS).get(random.nextInt(4)));
        if (vertex == ResourceGraph.NO_VERTEX) {
            return;
        }
        boolean isMemory = graph.type(vertex).equals("memory");
        long size = random.nextInt(9);
        long enough = graph.isDivisible(vertex) ? size : 1 + size % 3;
        note("resize " + graph.path(vertex) + " to " + enough);
        model.resize(vertex, isMemory ? enough << 30 : enough);
    }

    private void relabel() {
        int node = any(VertexKind.NODE);
        if (node != ResourceGraph.NO_VERTEX) {
            note("relabel " + graph.path(node));
            String zone = "zone" + random.nextInt(2);
            if (graph.properties(node).containsKey(zone)) {
                graph.removeProperty(node, zone);
            } else {
                graph.setProperty(node, zone, "");
            }
        }
    }

    private void taint() {
        int node = any(VertexKind.NODE);
        if (node != ResourceGraph.NO_VERTEX) {
            note("taint " + graph.path(node));
            TaintEffect effect = random.nextBoolean() ? TaintEffect.NO_SCHEDULE : TaintEffect.PREFER_NO_SCHEDULE;
            graph.setTaints(node, graph.taints(node).isEmpty() ? List.of(new Taint("broken", "", effect)) : List.of());
        }
    }

    private void cordon() {
        int node = any(VertexKind.NODE);
        if (node != ResourceGraph.NO_VERTEX) {
            note("cordon or uncordon " + graph.path(node));
            model.setDown(node, !graph.isDown(node));
        }
    }

    private void force(long job) {
        int node = any(VertexKind.NODE);
        if (node == ResourceGraph.NO_VERTEX) {
            return;
        }
        long start = random.nextInt(4) == 0 ? 1 + random.nextInt((int) HORIZON) : 0;
        long end = endAfter(start);
        Placement.Builder some = Placement.builder();
        boolean isWhole = random.nextInt(5) == 0 && graph.firstOut(node) != ResourceGraph.NO_EDGE;
        int depth = model.occupancy().layout().depth(node);
        for (int edge = graph.firstOut(node); edge != ResourceGraph.NO_EDGE && !isWhole; edge = graph.nextOut(edge)) {
            int child = graph.target(edge);
            boolean isPool = graph.isDivisible(child);
            long unit = graph.type(child).equals("memory") ? 1L << 30 : 1;
            if (random.nextBoolean()) {
                long amount = isPool ? unit * (1 + random.nextInt(5)) : graph.size(child);
                some.add(child, edge, amount, !isPool, depth + 1);
            }
        }
        if (isWhole) {
            some.addWhole(graph, node, graph.edgeTo(node), depth);
        } else {
            some.add(node, graph.edgeTo(node), 1, false, depth);
        }
        boolean rackToo = random.nextInt(12) == 0;
        for (int above = graph.parent(node); above != ResourceGraph.NO_VERTEX; above = graph.parent(above)) {
            depth--;
            some.add(above, graph.edgeTo(above), 1, rackToo && graph.type(above).equals("rack"), depth);
        }
        if (random.nextInt(3) == 0 && model.occupancy().holdings(job).isEmpty()) {
            HostPort port = HostPort.tcp(1 + random.nextInt(2));
            note("claim " + port + " for " + job);
            model.ports().claim(job, List.of(port));
        }
        note("force " + job + " on " + graph.path(node) + (isWhole ? ", whole" : "") + (rackToo ? ", rack too" : ""));
        model.force(new Holding(job, some.build(), start, end, start > 0));
    }

    private void match(long job) {
        if (!model.occupancy().holdings(job).isEmpty()) {
            return;
        }
        CompiledJobspec request = model.prepare(request());
        long duration = 1L + random.nextInt(20);
        Optional<Outcome.Placed> placed =
                random.nextBoolean() ? model.findAt(request, 0, duration) : model.findFrom(request, 0, duration);
        note("match " + request.jobspec().resources() + ": " + placed.isPresent());
        placed.ifPresent(found -> {
            model.ports()
                    .claim(
                            job,
                            request.jobspec().attributes().system().directives().hostPorts());
            long end = nothingEnds ? Timelines.NEVER : found.end();
            model.hold(new Holding(job, found.placement(), found.start(), end, found.start() > 0));
        });
    }

    private void releaseAt(long job) {
        List<Holding> held = model.occupancy().holdings(job);
        if (!held.isEmpty()) {
            Placement placement = held.get(random.nextInt(held.size())).placement();
            int vertex = placement.entryVertex(random.nextInt(placement.entryCount()));
            note("release " + job + " at " + graph.path(vertex));
            model.releaseAt(job, vertex);
        }
    }

    private void setEnd(long job) {
        List<Holding> held = model.occupancy().holdings(job);
        if (!held.isEmpty()) {
            long latest = held.stream().mapToLong(Holding::start).max().orElse(0);
            long end = endAfter(latest);
            note("end of " + job + " at " + end);
            model.setEnd(job, end);
        }
    }

    /// Some work has no end.
    private long endAfter(long start) {
        return nothingEnds || random.nextInt(4) == 0 ? Timelines.NEVER : start + 1 + random.nextInt((int) HORIZON);
    }

    private int any(String type) {
        List<Integer> found = new ArrayList<>();
        graph.forEachBelow(graph.root(), vertex -> {
            if (graph.type(vertex).equals(type)) {
                found.add(vertex);
            }
        });
        return found.isEmpty() ? ResourceGraph.NO_VERTEX : found.get(random.nextInt(found.size()));
    }

    /// A request of one of the shapes that waiting jobs have.
    Jobspec request() {
        ResourceRequest cores = ResourceRequest.of(VertexKind.CORE, Count.exactly(1 + random.nextInt(4)));
        ResourceRequest memory = ResourceRequest.of("memory", Count.exactly((1L + random.nextInt(4)) << 30));
        ResourceRequest gpus = ResourceRequest.of(VertexKind.GPU, Count.exactly(1 + random.nextInt(2)));
        ResourceRequest pods = ResourceRequest.of(PODS, Count.exactly(1));
        ResourceRequest request = switch (random.nextInt(10)) {
            case 8 -> Jobs.slot(count(), cores, memory, pods);
            case 9 -> Jobs.node(count(), Jobs.slot(1, cores, pods));
            case 0 -> Jobs.slot(count(), cores, memory);
            case 1 -> Jobs.slot(count(), cores);
            case 2 -> Jobs.node(count(), Jobs.slot(1, cores, memory));
            case 3 -> Jobs.node(count(), Jobs.slot(1, memory));
            case 4 -> Jobs.exclusive(Jobs.node(count()));
            case 5 -> Jobs.slot(count(), Jobs.node(1));
            case 6 -> Jobs.some("rack", 1, Jobs.node(count(), Jobs.slot(1, cores, gpus)));
            default -> Jobs.slot(count(), gpus);
        };
        Optional<Constraint> constraint = random.nextInt(4) == 0
                ? Optional.of(new Constraint.Properties(List.of(random.nextBoolean() ? "zone0" : "^zone1")))
                : Optional.empty();
        boolean hasTwoParts = random.nextInt(5) == 0;
        Jobspec job = Jobs.job(
                1 + random.nextInt(20),
                hasTwoParts ? List.of(request, Jobs.slot(1, cores)) : List.of(request),
                constraint);
        return random.nextInt(3) > 0
                ? job
                : Jobs.directed(job, directives(!hasTwoParts && !request.type().equals("rack")));
    }

    /// @param countPods whether the request may have directives that count its pods
    private SchedulingDirectives directives(boolean countPods) {
        SchedulingDirectives some = random.nextInt(3) > 0
                ? SchedulingDirectives.NONE
                : SchedulingDirectives.tolerating(List.of(
                        new Toleration(Optional.of("broken"), Toleration.Operator.EXISTS, "", Optional.empty())));
        List<String> keys = List.of("rack", "zone0", "node");
        if (random.nextInt(3) == 0) {
            some = some.withColocation(new Colocation(
                    keys.get(random.nextInt(3)),
                    random.nextBoolean() ? WhenUnsatisfiable.DO_NOT_SCHEDULE : WhenUnsatisfiable.SCHEDULE_ANYWAY));
        }
        if (countPods && random.nextInt(3) == 0) {
            some = some.withHostPorts(HostPort.tcp(1 + random.nextInt(2)));
        }
        return countPods && random.nextInt(3) == 0
                ? some.withTopologySpread(
                        new TopologySpread(keys.get(random.nextInt(3)), 1 + random.nextInt(2), Map.of()))
                : some;
    }

    private long count() {
        return 1L + random.nextInt(3);
    }
}
