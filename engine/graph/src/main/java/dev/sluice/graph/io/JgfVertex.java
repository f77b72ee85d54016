package dev.sluice.graph.io;

import com.fasterxml.jackson.core.JsonLocation;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One vertex of a JGF file, with defaults for omitted fields. Reused for the next vertex.
final class JgfVertex {
    private static final Pattern TRAILING_DIGITS = Pattern.compile("\\d{1,18}$");
    private static final long LEFT_OUT = Long.MIN_VALUE;

    String jgfId = "";
    String type = "";
    String basename = "";
    String name = "";
    String unit = "";
    long id;
    long uniqId;
    int rank;
    boolean down;
    boolean exclusive;
    boolean divisible;
    long size;
    String path = "";
    final Map<String, String> paths = new LinkedHashMap<>();
    final Map<String, String> properties = new LinkedHashMap<>();

    private final JsonInput json;

    JgfVertex(JsonInput json) {
        this.json = json;
    }

    void read() throws IOException {
        JsonLocation at = json.position();
        jgfId = "";
        type = "";
        basename = "";
        name = "";
        unit = "";
        id = LEFT_OUT;
        uniqId = LEFT_OUT;
        rank = ResourceGraph.NO_RANK;
        down = false;
        exclusive = false;
        divisible = false;
        size = 1;
        path = "";
        paths.clear();
        properties.clear();
        json.object("an element of nodes", field -> {
            switch (field) {
                case "id" -> jgfId = json.text();
                case "metadata" -> json.object("metadata", this::readMetadata);
                default -> json.skip();
            }
        });
        complete(at);
    }

    private void readMetadata(String field) throws IOException {
        switch (field) {
            case "type" -> type = json.text();
            case "basename" -> basename = json.text();
            case "name" -> name = json.text();
            case "unit" -> unit = json.text();
            case "id" -> id = json.number(field);
            case "uniq_id" -> uniqId = json.number(field);
            case "rank" -> rank = json.smallNumber(field);
            case "status" -> down = json.smallNumber(field) == 1;
            case "exclusive" -> exclusive = json.flag(field);
            case "divisible" -> divisible = json.flag(field);
            case "size" -> size = json.number(field);
            case "paths" -> readPaths();
            case "properties" -> json.texts(field, properties);
            default -> json.skip();
        }
    }

    private void readPaths() throws IOException {
        json.texts("paths", paths);
        for (String listed : paths.values()) {
            int levels = 0;
            for (int slash = listed.indexOf('/'); slash >= 0; slash = listed.indexOf('/', slash + 1)) {
                levels++;
            }
            if (levels > Limits.DEPTH_MAX) {
                throw json.wrong("a path has more than %d levels".formatted(Limits.DEPTH_MAX));
            }
        }
        String containment = paths.remove(ResourceGraph.CONTAINMENT);
        path = containment == null ? "" : containment;
    }

    private void complete(JsonLocation at) {
        if (jgfId.isEmpty() || type.isEmpty() || (path.isEmpty() && paths.isEmpty())) {
            throw json.wrong(at, "a vertex needs an id, and in its metadata a type and paths");
        }
        if (size < 1) {
            throw json.wrong(at, "the size (%d) of the vertex (%s) is below 1".formatted(size, jgfId));
        }
        if (basename.isEmpty()) {
            basename = type;
        }
        if (uniqId == LEFT_OUT) {
            if (!jgfId.matches("\\d{1,18}")) {
                throw json.wrong(at, "the id (%s) is not a number, and there is no uniq_id".formatted(jgfId));
            }
            uniqId = Long.parseLong(jgfId);
        }
        if (id == LEFT_OUT) {
            id = defaultId();
        }
    }

    /// A node's id follows from its name: `tux07` has 7.
    private long defaultId() {
        Matcher digits = TRAILING_DIGITS.matcher(name);
        return type.equals(VertexKind.NODE) && digits.find() ? Long.parseLong(digits.group()) : uniqId;
    }

    VertexKind kind() {
        return new VertexKind(type, basename, unit, size, divisible);
    }
}
