package dev.sluice.graph.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads a JSON Graph Format file as flux-sched writes and reads it (RFC 40), in one pass over the text.
///
/// Vertices come before the edges between them. What is left out has flux-sched's defaults.
public final class JgfReader {

    /// Ten times the largest machine in flux-sched's own tests, and still within a gigabyte of memory.
    static final int VERTICES_MAX = 4_000_000;

    private static final Pattern TRAILING_DIGITS = Pattern.compile("\\d{1,18}$");

    private final String source;
    private final JsonParser json;
    private final ResourceGraph graph = new ResourceGraph();
    private final Map<String, Integer> vertices = new HashMap<>();

    private JgfReader(String text, String source) throws IOException {
        this.source = source;
        this.json = new JsonFactory().createParser(text);
    }

    /// Reads a whole graph, which has a root.
    public static ResourceGraph read(String text, String source) {
        ResourceGraph graph = readPart(text, source);
        if (graph.root() == ResourceGraph.NO_VERTEX) {
            throw new GraphException(
                    source + ": no vertex has a containment path with a single '/', so there is no root.");
        }
        return graph;
    }

    /// Reads some vertices of a graph, as a list of what to give back has them.
    public static ResourceGraph readPart(String text, String source) {
        try {
            return new JgfReader(text, source).readFile();
        } catch (JsonProcessingException e) {
            JsonLocation at = e.getLocation();
            throw new GraphException("%s:%d:%d: not JSON that can be read: %s"
                    .formatted(source, at.getLineNr(), at.getColumnNr(), e.getOriginalMessage()));
        } catch (IOException e) {
            throw new UncheckedIOException("reading a text in memory", e);
        }
    }

    private ResourceGraph readFile() throws IOException {
        expect(json.nextToken(), JsonToken.START_OBJECT, "the file");
        boolean found = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            if (json.currentName().equals("graph")) {
                expect(json.nextToken(), JsonToken.START_OBJECT, "graph");
                readGraph();
                found = true;
            } else {
                json.nextToken();
                json.skipChildren();
            }
        }
        if (!found) {
            throw new GraphException(source + ": no \"graph\" at the top. Maybe this is not a JGF file.");
        }
        return graph;
    }

    private void readGraph() throws IOException {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "nodes" -> readAll(field, this::readVertex);
                case "edges" -> readAll(field, this::readEdge);
                default -> json.skipChildren();
            }
        }
    }

    private interface Element {
        void read() throws IOException;
    }

    private void readAll(String field, Element element) throws IOException {
        expect(json.currentToken(), JsonToken.START_ARRAY, field);
        while (json.nextToken() != JsonToken.END_ARRAY) {
            expect(json.currentToken(), JsonToken.START_OBJECT, "an element of " + field);
            element.read();
        }
    }

    /// The fields of a vertex, each with what it is when left out.
    private static final class Fields {
        String outerId = "";
        String type = "";
        String basename = "";
        String name = "";
        String unit = "";
        long id = Long.MIN_VALUE;
        long uniqId = Long.MIN_VALUE;
        int rank = ResourceGraph.NO_RANK;
        int status;
        long size = 1;
        final Map<String, String> paths = new LinkedHashMap<>();
        final Map<String, String> properties = new LinkedHashMap<>();
    }

    private void readVertex() throws IOException {
        JsonLocation at = json.currentTokenLocation();
        Fields fields = new Fields();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "id" -> fields.outerId = json.getValueAsString("");
                case "metadata" -> readMetadata(fields);
                default -> json.skipChildren();
            }
        }
        addVertex(fields, at);
    }

    private void readMetadata(Fields fields) throws IOException {
        expect(json.currentToken(), JsonToken.START_OBJECT, "metadata");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "type" -> fields.type = json.getValueAsString("");
                case "basename" -> fields.basename = json.getValueAsString("");
                case "name" -> fields.name = json.getValueAsString("");
                case "unit" -> fields.unit = json.getValueAsString("");
                case "id" -> fields.id = number(field);
                case "uniq_id" -> fields.uniqId = number(field);
                case "rank" -> fields.rank = smallNumber(field);
                case "status" -> fields.status = smallNumber(field);
                case "size" -> fields.size = number(field);
                case "paths" -> readTexts(field, fields.paths);
                case "properties" -> readTexts(field, fields.properties);
                default -> json.skipChildren();
            }
        }
    }

    private void addVertex(Fields fields, JsonLocation at) {
        if (fields.outerId.isEmpty() || fields.type.isEmpty() || fields.paths.isEmpty()) {
            throw wrong(at, "a vertex needs an id, and in its metadata a type and paths");
        }
        if (fields.size < 1) {
            throw wrong(at, "the size (%d) of the vertex (%s) is below 1".formatted(fields.size, fields.outerId));
        }
        String basename = fields.basename.isEmpty() ? fields.type : fields.basename;
        long uniqId = fields.uniqId != Long.MIN_VALUE ? fields.uniqId : outerNumber(fields, at);
        long id = fields.id != Long.MIN_VALUE ? fields.id : defaultId(fields, uniqId);
        if (graph.vertexCount() == VERTICES_MAX) {
            throw wrong(at, "more than (%d) vertices".formatted(VERTICES_MAX));
        }
        int vertex = graph.addVertex(
                new VertexKind(fields.type, basename, fields.unit, fields.size), id, uniqId, fields.rank);
        if (vertices.put(fields.outerId, vertex) != null) {
            throw wrong(at, "the id (%s) is used twice".formatted(fields.outerId));
        }
        if (!fields.name.isEmpty()) {
            graph.setName(vertex, fields.name);
        }
        graph.setDown(vertex, fields.status == 1);
        fields.properties.forEach((key, value) -> graph.setProperty(vertex, key, value));
        fields.paths.forEach((subsystem, path) -> {
            graph.setPath(vertex, subsystem, path);
            if (path.lastIndexOf('/') == 0) {
                graph.setRoot(subsystem, vertex);
            }
        });
    }

    /// A node is numbered by its name: `tux07` is 7.
    private static long defaultId(Fields fields, long uniqId) {
        Matcher digits = TRAILING_DIGITS.matcher(fields.name);
        return fields.type.equals(VertexKind.NODE) && digits.find() ? Long.parseLong(digits.group()) : uniqId;
    }

    private long outerNumber(Fields fields, JsonLocation at) {
        if (!fields.outerId.matches("\\d{1,18}")) {
            throw wrong(at, "the id (%s) is not a number, and there is no uniq_id".formatted(fields.outerId));
        }
        return Long.parseLong(fields.outerId);
    }

    private void readEdge() throws IOException {
        JsonLocation at = json.currentTokenLocation();
        String from = "";
        String to = "";
        String subsystem = ResourceGraph.CONTAINMENT;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            switch (field) {
                case "source" -> from = json.getValueAsString("");
                case "target" -> to = json.getValueAsString("");
                case "metadata" -> {
                    Map<String, String> texts = new LinkedHashMap<>();
                    readTexts(field, texts);
                    subsystem = texts.getOrDefault("subsystem", subsystem);
                }
                default -> json.skipChildren();
            }
        }
        addEdge(vertex(from, at), vertex(to, at), subsystem, at);
    }

    /// In containment the paths say which way an edge leads. Some writers list each edge in both directions; the one
    /// that leads up says nothing new.
    private void addEdge(int source, int target, String subsystem, JsonLocation at) {
        if (!subsystem.equals(ResourceGraph.CONTAINMENT)) {
            graph.addEdge(source, target, subsystem);
            return;
        }
        String above = graph.path(source);
        String below = graph.path(target);
        if (below.startsWith(above + "/")) {
            if (graph.parent(target) != ResourceGraph.NO_VERTEX) {
                throw wrong(at, "the vertex (%s) is contained in two others".formatted(below));
            }
            graph.addEdge(source, target, subsystem);
        } else if (!above.startsWith(below + "/")) {
            throw wrong(at, "an edge leads from (%s) to (%s), which is not below it".formatted(above, below));
        }
    }

    private int vertex(String id, JsonLocation at) {
        Integer vertex = vertices.get(id);
        if (vertex == null) {
            throw wrong(at, "an edge names the vertex (%s), which is not there".formatted(id));
        }
        return vertex;
    }

    private void readTexts(String field, Map<String, String> texts) throws IOException {
        expect(json.currentToken(), JsonToken.START_OBJECT, field);
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            if (json.currentToken().isScalarValue()) {
                texts.put(key, json.getValueAsString(""));
            } else {
                json.skipChildren();
            }
        }
    }

    private long number(String field) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw wrong(json.currentTokenLocation(), "%s (%s) is not a whole number".formatted(field, json.getText()));
        }
        return json.getLongValue();
    }

    private int smallNumber(String field) throws IOException {
        long number = number(field);
        if (number != (int) number) {
            throw wrong(json.currentTokenLocation(), "%s (%d) is too large".formatted(field, number));
        }
        return (int) number;
    }

    private void expect(JsonToken found, JsonToken wanted, String what) {
        if (found != wanted) {
            throw wrong(json.currentTokenLocation(), "%s is not %s".formatted(what, wanted.asString()));
        }
    }

    private GraphException wrong(JsonLocation at, String what) {
        return new GraphException("%s:%d:%d: %s".formatted(source, at.getLineNr(), at.getColumnNr(), what));
    }
}
