package dev.sluice.graph.io;

import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.VertexKind;
import dev.sluice.graph.io.GrugRecipe.Link;
import dev.sluice.graph.io.GrugRecipe.Method;
import dev.sluice.graph.io.GrugRecipe.Numbering;
import dev.sluice.graph.io.GrugRecipe.Part;
import dev.sluice.graph.io.GrugRecipe.PathAssociation;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads the XML of a GRUG file.
final class GrugParser {
    /// A recipe is written by hand; flux-sched's largest has twenty parts.
    private static final int PARTS_MAX = 10_000;

    private final String text;
    private final String source;
    private final Map<String, String> keyNames = new HashMap<>();
    private final Map<String, String> defaults = new HashMap<>();
    private final Map<String, Part> parts = new LinkedHashMap<>();
    private final Map<String, List<Link>> links = new HashMap<>();
    private int linkCount;

    GrugParser(String text, String source) {
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
            return new GrugRecipe(parts, links);
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
        String name =
                Optional.ofNullable(xml.getAttributeValue(null, "attr.name")).orElse(id);
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
        if (parts.size() == PARTS_MAX) {
            throw wrong(at, "more than %d nodes".formatted(PARTS_MAX));
        }
        boolean root = number(data, "root", 0, at) != 0;
        Part part = new Part(name, root, text(data, "subsystem", ResourceGraph.CONTAINMENT), kind);
        if (parts.putIfAbsent(name, part) != null) {
            throw wrong(at, "duplicate node '%s'".formatted(name));
        }
    }

    private void readLink(XMLStreamReader xml) throws XMLStreamException {
        String from = attribute(xml, "source");
        String to = attribute(xml, "target");
        Location at = xml.getLocation();
        Map<String, String> data = data(xml, "edge");
        String method = text(data, "gen_method", Method.MULTIPLY.name());
        if (linkCount++ == PARTS_MAX) {
            throw wrong(at, "more than %d edges".formatted(PARTS_MAX));
        }
        links.computeIfAbsent(from, _ -> new ArrayList<>())
                .add(new Link(
                        from,
                        to,
                        text(data, "e_subsystem", ResourceGraph.CONTAINMENT),
                        method(method, at),
                        Math.toIntExact(number(data, "multi_scale", 1, at)),
                        new Numbering(
                                scope(data, at), number(data, "id_start", 0, at), number(data, "id_stride", 1, at)),
                        new PathAssociation(
                                text(data, "as_tgt_subsystem", ResourceGraph.CONTAINMENT),
                                Math.toIntExact(number(data, "as_src_uplvl", 0, at)),
                                Math.toIntExact(number(data, "as_tgt_uplvl", 0, at)))));
    }

    private static String text(Map<String, String> data, String key, String otherwise) {
        String text = data.getOrDefault(key, "");
        return text.isEmpty() ? otherwise : text;
    }

    private int scope(Map<String, String> data, Location at) {
        return text(data, "id_scope", "0").matches("-\\d{1,9}") ? -1 : Math.toIntExact(number(data, "id_scope", 0, at));
    }

    private Method method(String name, Location at) {
        for (Method method : Method.values()) {
            if (method.name().equals(name)) {
                return method;
            }
        }
        throw wrong(at, "gen_method (%s) is not one of MULTIPLY, ASSOCIATE_IN, ASSOCIATE_BY_PATH_IN".formatted(name));
    }

    /// Reads the `data` and `default` elements in the element just started, by the names of their keys.
    private Map<String, String> data(XMLStreamReader xml, String element) throws XMLStreamException {
        Map<String, String> data = new HashMap<>(element.equals("key") ? Map.of() : defaults);
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals(element)) {
                break;
            }
            if (event == XMLStreamConstants.START_ELEMENT) {
                String key =
                        Optional.ofNullable(xml.getAttributeValue(null, "key")).orElse("default");
                data.put(keyNames.getOrDefault(key, key), xml.getElementText().strip());
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
