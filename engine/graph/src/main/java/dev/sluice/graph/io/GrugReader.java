package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.GrugRecipe.Link;
import dev.sluice.graph.io.GrugRecipe.Method;
import dev.sluice.graph.io.GrugRecipe.Numbering;
import dev.sluice.graph.io.GrugRecipe.Part;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads a GRUG recipe, which is GraphML with the keys that flux-sched declares, and makes the graph that it describes.
public final class GrugReader {

    private GrugReader() {}

    public static ResourceGraph read(String text, String source) {
        return new Generator(new Parser(text, source).parse(), source).generate();
    }

    /// XML to recipe.
    private static final class Parser {
        private final String text;
        private final String source;
        private final Map<String, String> keyNames = new HashMap<>();
        private final Map<String, String> defaults = new HashMap<>();
        private final List<Part> parts = new ArrayList<>();
        private final List<Link> links = new ArrayList<>();

        Parser(String text, String source) {
            this.text = text;
            this.source = source;
        }

        GrugRecipe parse() {
            XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
            // Entities would let a file of a few lines grow without bounds, or read other files.
            factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
            factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
            try {
                XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(text));
                while (xml.hasNext()) {
                    if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                        switch (xml.getLocalName()) {
                            case "key" -> readKey(xml);
                            case "node" -> readPart(xml);
                            case "edge" -> readLink(xml);
                            default -> {}
                        }
                    }
                }
                return new GrugRecipe(List.copyOf(parts), List.copyOf(links));
            } catch (XMLStreamException e) {
                Location at = e.getLocation();
                // The parser's own message begins with the position and has the reason in its last line.
                String reason = String.valueOf(e.getMessage());
                throw new GraphException("%s:%d:%d: not well-formed XML: %s"
                        .formatted(
                                source,
                                at.getLineNumber(),
                                at.getColumnNumber(),
                                reason.substring(reason.lastIndexOf('\n') + 1).replaceFirst("^Message: ", "")));
            }
        }

        private void readKey(XMLStreamReader xml) throws XMLStreamException {
            String id = attribute(xml, "id");
            String name = Optional.ofNullable(xml.getAttributeValue(null, "attr.name"))
                    .orElse(id);
            keyNames.put(id, name);
            data(xml, "key").forEach((_, value) -> defaults.put(name, value));
        }

        private void readPart(XMLStreamReader xml) throws XMLStreamException {
            String name = attribute(xml, "id");
            Location at = xml.getLocation();
            Map<String, String> data = data(xml, "node");
            VertexKind kind = new VertexKind(
                    required(data, "type", name, at),
                    data.getOrDefault("basename", required(data, "type", name, at)),
                    data.getOrDefault("unit", ""),
                    size(data, at));
            parts.add(new Part(
                    name,
                    number(data, "root", 0, at) != 0,
                    data.getOrDefault("subsystem", ResourceGraph.CONTAINMENT),
                    kind));
        }

        private void readLink(XMLStreamReader xml) throws XMLStreamException {
            String from = attribute(xml, "source");
            String to = attribute(xml, "target");
            Location at = xml.getLocation();
            Map<String, String> data = data(xml, "edge");
            String method = data.getOrDefault("gen_method", Method.MULTIPLY.name());
            links.add(new Link(
                    from,
                    to,
                    data.getOrDefault("e_subsystem", ResourceGraph.CONTAINMENT),
                    method(method, at),
                    Math.toIntExact(number(data, "multi_scale", 1, at)),
                    new Numbering(
                            Math.toIntExact(number(data, "id_scope", 0, at)),
                            number(data, "id_start", 0, at),
                            number(data, "id_stride", 1, at))));
        }

        private Method method(String name, Location at) {
            for (Method method : Method.values()) {
                if (method.name().equals(name)) {
                    return method;
                }
            }
            throw wrong(
                    at, "gen_method (%s) is not one of MULTIPLY, ASSOCIATE_IN, ASSOCIATE_BY_PATH_IN".formatted(name));
        }

        /// The `data` and `default` elements inside of the element just started, by the names of their keys.
        private Map<String, String> data(XMLStreamReader xml, String element) throws XMLStreamException {
            Map<String, String> data = new HashMap<>(element.equals("key") ? Map.of() : defaults);
            while (xml.hasNext()) {
                int event = xml.next();
                if (event == XMLStreamConstants.END_ELEMENT
                        && xml.getLocalName().equals(element)) {
                    break;
                }
                if (event == XMLStreamConstants.START_ELEMENT) {
                    String key = Optional.ofNullable(xml.getAttributeValue(null, "key"))
                            .orElse("default");
                    data.put(
                            keyNames.getOrDefault(key, key),
                            xml.getElementText().strip());
                }
            }
            return data;
        }

        private String attribute(XMLStreamReader xml, String name) {
            String value = xml.getAttributeValue(null, name);
            if (value == null) {
                throw wrong(xml.getLocation(), "<%s> has no attribute '%s'".formatted(xml.getLocalName(), name));
            }
            return value;
        }

        private String required(Map<String, String> data, String key, String name, Location at) {
            String value = data.get(key);
            if (value == null || value.isEmpty()) {
                throw wrong(at, "the node '%s' has no <data key=\"%s\">".formatted(name, key));
            }
            return value;
        }

        private long number(Map<String, String> data, String key, long otherwise, Location at) {
            String value = data.get(key);
            if (value == null || value.isEmpty()) {
                return otherwise;
            }
            if (!value.matches("\\d{1,9}")) {
                throw wrong(at, "%s (%s) is not a whole number from 0 to 999999999".formatted(key, value));
            }
            return Long.parseLong(value);
        }

        private long size(Map<String, String> data, Location at) {
            long size = number(data, "size", 1, at);
            if (size < 1) {
                throw wrong(at, "size (%d) is below 1".formatted(size));
            }
            return size;
        }

        private GraphException wrong(Location at, String what) {
            return new GraphException("%s:%d:%d: %s".formatted(source, at.getLineNumber(), at.getColumnNumber(), what));
        }
    }

    /// Recipe to graph, depth first along the recipe: all instances of a part are made before those of the next.
    private static final class Generator {
        private final GrugRecipe recipe;
        private final String source;
        private final ResourceGraph graph = new ResourceGraph();
        private final Map<Part, List<Integer>> instances = new HashMap<>();
        private int nodes;

        Generator(GrugRecipe recipe, String source) {
            this.recipe = recipe;
            this.source = source;
        }

        ResourceGraph generate() {
            List<Part> roots = recipe.parts().stream().filter(Part::root).toList();
            if (roots.isEmpty()) {
                throw new GraphException(
                        source + ": no node is the root. Maybe add <data key=\"root\">1</data> to one.");
            }
            for (Part root : roots) {
                int vertex = graph.addVertex(root.kind(), 0, graph.vertexCount(), ResourceGraph.NO_RANK);
                graph.setRoot(root.subsystem(), vertex);
                instances.put(root, List.of(vertex));
                follow(root);
            }
            return graph;
        }

        private void follow(Part part) {
            for (Link link : recipe.linksFrom(part)) {
                Part target = target(link);
                if (link.method() != Method.MULTIPLY) {
                    throw new GraphException("%s: the edge from '%s' to '%s' is made by %s, which is not known yet"
                            .formatted(source, link.source(), link.target(), link.method()));
                }
                if (!instances.containsKey(target)) {
                    instances.put(target, multiply(link, target, instances.getOrDefault(part, List.of())));
                    follow(target);
                }
            }
        }

        private Part target(Link link) {
            if (recipe.parts().stream().noneMatch(part -> part.name().equals(link.target()))) {
                throw new GraphException(
                        "%s: an edge leads to '%s', which is no node".formatted(source, link.target()));
            }
            return recipe.part(link.target());
        }

        private List<Integer> multiply(Link link, Part target, List<Integer> sources) {
            List<Integer> made = new ArrayList<>();
            Map<Integer, Long> numbered = new HashMap<>();
            for (int parent : sources) {
                int scope = ancestor(parent, link.numbering().scope());
                for (int i = 0; i < link.scale(); i++) {
                    long index = numbered.merge(scope, 1L, Long::sum) - 1;
                    made.add(make(target, parent, link, index));
                }
            }
            return made;
        }

        private int make(Part target, int parent, Link link, long index) {
            if (graph.vertexCount() == JgfReader.VERTICES_MAX) {
                throw new GraphException("%s: makes more than %d vertices. Maybe a multi_scale is too large."
                        .formatted(source, JgfReader.VERTICES_MAX));
            }
            Numbering numbering = link.numbering();
            long id = numbering.start() + index * numbering.stride();
            boolean isNode = target.kind().type().equals(VertexKind.NODE);
            int rank = isNode ? nodes++ : ResourceGraph.NO_RANK;
            int vertex = graph.addVertex(target.kind(), id, graph.vertexCount(), rank);
            graph.addEdge(parent, vertex, link.subsystem());
            return vertex;
        }

        private int ancestor(int vertex, int levels) {
            int ancestor = vertex;
            for (int i = 0; i < levels && graph.parent(ancestor) != ResourceGraph.NO_VERTEX; i++) {
                ancestor = graph.parent(ancestor);
            }
            return ancestor;
        }
    }
}
