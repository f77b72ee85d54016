package dev.sluice.graph.io;

import com.fasterxml.jackson.core.JsonLocation;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a JSON Graph Format file as flux-sched writes and reads it (RFC 40), in one pass over the text.
///
/// Vertices come before the edges between them. Omitted fields have flux-sched's defaults.
public final class JgfReader {
    private static final String SHORTHAND_WRITER = "fluxion:jgf_shorthand";

    private final JsonInput json;
    private final ResourceGraph graph = new ResourceGraph();
    private final JgfIds vertices = new JgfIds();
    private final JgfPaths paths = new JgfPaths(graph);
    private final JgfTwins twins = new JgfTwins(graph, paths);
    private final JgfVertex listed;
    private final BitSet exclusive = new BitSet();
    private Idset freeRanks = Idset.EMPTY;
    private boolean shorthand;
    private boolean hasGraph;

    /// The edges whose target's path does not lead through their source.
    private final List<Sideways> sideways = new ArrayList<>();

    private record Sideways(int edge, JsonLocation at) {}

    private JgfReader(JsonInput json) {
        this.json = json;
        this.listed = new JgfVertex(json);
    }

    /// Reads a whole graph, which must have a root.
    public static ResourceGraph read(String text, String source) {
        return JsonInput.read(text, source, json -> new JgfReader(json).readWhole());
    }

    /// Reads a whole graph from a stream of UTF-8, which may be larger than a string can be.
    public static ResourceGraph read(InputStream stream, String source) {
        return JsonInput.read(stream, source, json -> new JgfReader(json).readWhole());
    }

    /// Reads some vertices of a graph, as in a list of resources to release.
    public static ResourceGraph readPart(String text, String source) {
        return readListing(text, source).part();
    }

    /// Reads some vertices of a graph with their attributes, as in the resources of a job.
    public static JgfListing readListing(String text, String source) {
        return JsonInput.read(text, source, json -> new JgfReader(json).readFile());
    }

    /// Reads the `scheduling` key of an RFC 20 resource set; empty if it has no graph.
    public static Optional<JgfListing> readScheduling(String text, String source) {
        return JsonInput.read(text, source, json -> {
            List<JgfListing> found = new ArrayList<>();
            json.object("the resource set", field -> {
                if (field.equals("scheduling") && json.isObject()) {
                    found.add(new JgfReader(json).readFile());
                } else {
                    json.skip();
                }
            });
            return found.isEmpty() ? Optional.<JgfListing>empty() : Optional.of(found.getLast());
        });
    }

    private ResourceGraph readWhole() throws IOException {
        readFile();
        if (graph.root() == ResourceGraph.NO_VERTEX) {
            throw new GraphException(
                    json.source() + ": no vertex has a containment path with a single '/', so there is no root.");
        }
        for (Sideways edge : sideways) {
            refuseStray(edge);
        }
        return graph;
    }

    /// A vertex may have any number of parents, but its path must go through one of them.
    private void refuseStray(Sideways stray) {
        int vertex = graph.target(stray.edge());
        for (int edge : graph.parentEdges(vertex)) {
            if (isBelow(vertex, graph.source(edge))) {
                return;
            }
        }
        throw json.wrong(
                stray.at(),
                "an edge leads from (%s) to (%s), which is not below it"
                        .formatted(paths.path(graph.source(stray.edge())), paths.path(vertex)));
    }

    private JgfListing readFile() throws IOException {
        json.object("the file", field -> {
            switch (field) {
                case "graph" -> {
                    json.object(field, this::readGraph);
                    hasGraph = true;
                }
                case "free_ranks" -> freeRanks = idset(field, json.text());
                case "writer" -> shorthand = json.text().equals(SHORTHAND_WRITER);
                default -> json.skip();
            }
        });
        if (!hasGraph) {
            throw new GraphException(json.source() + ": no \"graph\" at the top. Maybe this is not a JGF file.");
        }
        paths.settle();
        try {
            graph.settle();
        } catch (GraphException e) {
            throw new GraphException(json.source() + ": " + e.getMessage());
        }
        graph.trim();
        return new JgfListing(graph, exclusive, freeRanks, shorthand);
    }

    private Idset idset(String field, String text) {
        try {
            return Idset.parse(text);
        } catch (MalformedTextException e) {
            throw json.wrong("%s (%s) is not an idset: %s".formatted(field, text, e.getMessage()));
        }
    }

    private void readGraph(String field) throws IOException {
        switch (field) {
            case "nodes" ->
                json.list(field, () -> {
                    JsonLocation at = json.position();
                    listed.read();
                    addVertex(at);
                });
            case "edges" -> json.list(field, this::readEdge);
            default -> json.skip();
        }
    }

    private void addVertex(JsonLocation at) {
        if (graph.vertexCount() == Limits.VERTICES_MAX) {
            throw json.wrong(at, "more than (%d) vertices".formatted(Limits.VERTICES_MAX));
        }
        int twin = listed.path.isEmpty() ? JgfTwins.NONE : twins.find(listed.path, listed.rank);
        int vertex =
                twin == JgfTwins.NONE ? graph.addVertex(listed.kind(), listed.id, listed.uniqId, listed.rank) : twin;
        if (!vertices.add(listed.jgfId, vertex)) {
            throw json.wrong(at, "the id (%s) is used twice".formatted(listed.jgfId));
        }
        if (twin != JgfTwins.NONE) {
            return;
        }
        if (!listed.name.isEmpty()) {
            graph.setName(vertex, listed.name);
        }
        graph.setDown(vertex, listed.down);
        exclusive.set(vertex, listed.exclusive);
        listed.properties.forEach((key, value) -> graph.setProperty(vertex, key, value));
        if (listed.path.isEmpty()) {
            paths.addWithout(vertex);
        } else {
            paths.add(vertex, listed.path);
            twins.add(vertex, listed.path, listed.rank);
            setRootIfAtTop(vertex, ResourceGraph.CONTAINMENT, listed.path, at);
        }
        listed.paths.forEach((subsystem, path) -> {
            graph.setPath(vertex, subsystem, path);
            setRootIfAtTop(vertex, subsystem, path, at);
        });
    }

    private void setRootIfAtTop(int vertex, String subsystem, String path, JsonLocation at) {
        if (path.lastIndexOf('/') != 0) {
            return;
        }
        if (graph.root(subsystem) != ResourceGraph.NO_VERTEX) {
            throw json.wrong(at, "the path (%s) makes a second root of %s".formatted(path, subsystem));
        }
        graph.setRoot(subsystem, vertex);
    }

    private void readEdge() throws IOException {
        JsonLocation at = json.position();
        String[] ends = {"", ""};
        Map<String, String> metadata = new LinkedHashMap<>(0);
        json.object("an element of edges", field -> {
            switch (field) {
                case "source" -> ends[0] = json.text();
                case "target" -> ends[1] = json.text();
                case "metadata" -> json.texts(field, metadata);
                default -> json.skip();
            }
        });
        if (graph.edgeCount() == Limits.EDGES_MAX) {
            throw json.wrong(at, "more than (%d) edges".formatted(Limits.EDGES_MAX));
        }
        String subsystem = metadata.getOrDefault("subsystem", ResourceGraph.CONTAINMENT);
        addEdge(vertex(ends[0], at), vertex(ends[1], at), subsystem, at);
    }

    /// Adds an edge. In containment the paths determine its direction: some writers list each edge in both
    /// directions, and the one that leads up is ignored. An edge between vertices of which neither path leads
    /// through the other gives its target another parent.
    private void addEdge(int source, int target, String subsystem, JsonLocation at) {
        if (!subsystem.equals(ResourceGraph.CONTAINMENT)) {
            graph.addEdge(source, target, subsystem);
            return;
        }
        boolean leadsDown = paths.isRightBelow(target, source);
        if (source == target || (!leadsDown && paths.isRightBelow(source, target))) {
            return;
        }
        leadsDown = leadsDown || isBelow(target, source);
        if (!leadsDown && isBelow(source, target)) {
            return;
        }
        boolean isKnown = graph.parent(target) != ResourceGraph.NO_VERTEX && isJoined(source, target);
        if (isKnown || (!leadsDown && isJoined(target, source))) {
            return;
        }
        int edge = graph.addEdge(source, target, subsystem);
        if (!leadsDown) {
            sideways.add(new Sideways(edge, at));
        }
    }

    private boolean isBelow(int child, int parent) {
        return paths.isRightBelow(child, parent) || paths.path(child).startsWith(paths.path(parent) + "/");
    }

    private boolean isJoined(int parent, int child) {
        for (int edge : graph.parentEdges(child)) {
            if (graph.source(edge) == parent) {
                return true;
            }
        }
        return false;
    }

    private int vertex(String id, JsonLocation at) {
        int vertex = vertices.vertex(id);
        if (vertex == JgfIds.NONE) {
            throw json.wrong(at, "an edge names an unknown vertex (%s)".formatted(id));
        }
        return vertex;
    }
}
