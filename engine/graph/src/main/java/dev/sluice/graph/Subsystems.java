package dev.sluice.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The subsystems that a match considers: a dominant one, which it traverses, and auxiliary ones in which the found
/// vertices must also be available.
///
/// flux-sched has a name for each combination: `CA` is containment, `C+PA` containment with power, `V+PFS1BA`
/// the virtual hierarchy with the bandwidth to the parallel file system.
///
/// @param dominant the subsystem that forms the tree
public record Subsystems(String dominant, List<String> auxiliaries) {
    public static final Subsystems CONTAINMENT = new Subsystems(ResourceGraph.CONTAINMENT, List.of());

    private static final Map<String, String> BY_LETTERS = Map.of(
            "C", ResourceGraph.CONTAINMENT,
            "IB", "ibnet",
            "IBB", "ibnetbw",
            "PFS1B", "pfs1bw",
            "P", "power",
            "V", "virtual1");

    private static final List<String> ALL = List.of(ResourceGraph.CONTAINMENT, "ibnet", "ibnetbw", "pfs1bw", "power");

    public Subsystems {
        auxiliaries = List.copyOf(auxiliaries);
    }

    /// The combination with a flux-sched name such as `C+PA`, in any case; empty if there is none.
    public static Optional<Subsystems> named(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (upper.equals("ALL")) {
            return Optional.of(of(ALL));
        }
        if (!upper.endsWith("A")) {
            return Optional.empty();
        }
        List<String> subsystems = new ArrayList<>();
        for (String letters : upper.substring(0, upper.length() - 1).split("\\+", -1)) {
            String subsystem = BY_LETTERS.get(letters);
            if (subsystem == null || subsystems.contains(subsystem)) {
                return Optional.empty();
            }
            subsystems.add(subsystem);
        }
        return Optional.of(of(subsystems));
    }

    private static Subsystems of(List<String> subsystems) {
        return new Subsystems(subsystems.getFirst(), subsystems.subList(1, subsystems.size()));
    }

    /// The first of these subsystems without a root in the graph.
    public Optional<String> missingIn(ResourceGraph graph) {
        List<String> wanted = new ArrayList<>(List.of(dominant));
        wanted.addAll(auxiliaries);
        return wanted.stream()
                .filter(subsystem -> graph.root(subsystem) == ResourceGraph.NO_VERTEX)
                .findFirst();
    }

    /// A view of the graph with the dominant subsystem as its tree. Omits vertices that belong to none of the
    /// subsystems.
    ///
    /// A vertex may have several parents in it. Returns the graph itself if it already has this form.
    public ResourceGraph viewOf(ResourceGraph graph) {
        return graph.dominant().equals(dominant) ? graph : new View(graph).build();
    }

    private final class View {
        private final ResourceGraph graph;
        private final ResourceGraph view = new ResourceGraph(dominant);
        private final BitSet belongs = new BitSet();
        private final int[] numbers;

        View(ResourceGraph graph) {
            this.graph = graph;
            this.numbers = new int[graph.vertexCount()];
            Arrays.fill(numbers, ResourceGraph.NO_VERTEX);
        }

        ResourceGraph build() {
            BitSet tree = new BitSet();
            List<int[]> links = new ArrayList<>();
            gather(dominant, tree, links);
            belongs.or(tree);
            List<List<int[]>> others = new ArrayList<>();
            for (String subsystem : auxiliaries) {
                List<int[]> all = new ArrayList<>();
                gather(subsystem, belongs, all);
                others.add(all);
            }
            belongs.stream().forEach(this::copy);
            links.forEach(link -> view.addEdge(numbers[link[0]], numbers[link[1]], dominant));
            for (int i = 0; i < others.size(); i++) {
                String subsystem = auxiliaries.get(i);
                others.get(i).forEach(link -> view.addEdge(numbers[link[0]], numbers[link[1]], subsystem));
                view.setRoot(subsystem, numbers[graph.root(subsystem)]);
            }
            belongs.stream().forEach(this::copyPaths);
            view.trim();
            return view;
        }

        /// Traverses a subsystem from its root. Does not recurse: edges of other subsystems may lead deep.
        private void gather(String subsystem, BitSet seen, List<int[]> links) {
            int number = graph.subsystems().indexOf(subsystem);
            BitSet visited = new BitSet();
            List<int[]> path = new ArrayList<>();
            int root = graph.root(subsystem);
            visited.set(root);
            path.add(new int[] {root, graph.firstOut(root)});
            while (!path.isEmpty()) {
                int[] top = path.getLast();
                int edge = top[1];
                if (edge == ResourceGraph.NO_EDGE) {
                    path.removeLast();
                    continue;
                }
                top[1] = graph.nextOut(edge);
                int target = graph.target(edge);
                if (graph.subsystemNumber(edge) != number) {
                    continue;
                }
                boolean isNew = !visited.get(target);
                // A vertex of the dominant subsystem must not contain itself.
                if (isNew || !subsystem.equals(dominant) || !isOn(path, target)) {
                    links.add(new int[] {top[0], target});
                }
                if (isNew) {
                    visited.set(target);
                    path.add(new int[] {target, graph.firstOut(target)});
                }
            }
            seen.or(visited);
        }

        private static boolean isOn(List<int[]> path, int vertex) {
            for (int[] step : path) {
                if (step[0] == vertex) {
                    return true;
                }
            }
            return false;
        }

        private void copy(int vertex) {
            int copy = view.addVertex(graph.kind(vertex), graph.id(vertex), graph.uniqId(vertex), graph.rank(vertex));
            numbers[vertex] = copy;
            view.setName(copy, graph.name(vertex));
            view.setDown(copy, graph.isDown(vertex));
            graph.properties(vertex).forEach((key, value) -> view.setProperty(copy, key, value));
            view.setTaints(copy, graph.taints(vertex));
            if (vertex == graph.root(dominant)) {
                view.setRoot(dominant, copy);
            }
        }

        private void copyPaths(int vertex) {
            graph.paths(vertex).forEach((subsystem, path) -> {
                if (!path.equals(view.path(numbers[vertex], subsystem))) {
                    view.setPath(numbers[vertex], subsystem, path);
                }
            });
        }
    }
}
