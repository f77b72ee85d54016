package dev.sluice.kube.schema;

import dev.sluice.kube.port.ResourceType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Reads the schema table; its header describes the format.
///
/// Served resources are read at once. Of the objects only the names are; their fields are parsed on first use.
final class TableReader {
    private final FieldReader fieldReader = new FieldReader(this::object);
    private final List<ApiGroup> groups = new ArrayList<>();
    private final List<ServedType> types = new ArrayList<>();
    private final Map<String, ServedType> typesByPath = new HashMap<>();
    private final Map<String, ServedType> typesByKind = new HashMap<>();
    private final Map<String, ObjectSchema> objects = new LinkedHashMap<>();
    private final Map<String, ObjectSchema> kinds = new LinkedHashMap<>();
    private final String[] lines;
    private String version = "";
    private int at;

    private TableReader(String text) {
        lines = text.split("\n", -1);
    }

    static Schema resource(String name) {
        try (InputStream resource =
                Objects.requireNonNull(TableReader.class.getResourceAsStream(name), "the jar lacks " + name)) {
            return read(new String(resource.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Schema read(String text) {
        TableReader reader = new TableReader(text);
        reader.readAll();
        return new Schema(reader);
    }

    private void readAll() {
        while (at < lines.length) {
            LineTokens words = new LineTokens(lines[at]);
            switch (words.word()) {
                case "version" -> version = words.word();
                case "group" -> readGroup(words.word());
                case "object" -> readObject(words);
                case "", "#" -> {}
                default -> throw wrong();
            }
            at++;
        }
    }

    private void readGroup(String name) {
        String group = name.equals("-") ? "" : name;
        List<String> versions = new ArrayList<>();
        while (startsWith(" version ")) {
            at++;
            String groupVersion = LineTokens.afterFirst(lines[at]).word();
            versions.add(groupVersion);
            while (startsWith("  resource ")) {
                at++;
                add(readType(group, groupVersion, LineTokens.afterFirst(lines[at])));
            }
        }
        groups.add(new ApiGroup(group, versions));
    }

    private ServedType readType(String group, String groupVersion, LineTokens words) {
        String plural = words.word();
        String kind = words.word();
        boolean namespaced = words.word().equals("namespaced");
        ResourceType type = new ResourceType(group, groupVersion, plural, kind, namespaced);
        Map<String, String> facts = words.facts();
        List<ServedType.Subresource> subresources = new ArrayList<>();
        while (startsWith("   sub ")) {
            at++;
            LineTokens sub = LineTokens.afterFirst(lines[at]);
            String name = sub.word();
            String subKind = sub.word();
            Map<String, String> subFacts = sub.facts();
            subresources.add(new ServedType.Subresource(
                    name,
                    subFacts.getOrDefault("apiVersion", type.apiVersion()),
                    subKind,
                    LineTokens.list(subFacts.get("verbs"))));
        }
        return new ServedType(
                type,
                facts.getOrDefault("singular", ""),
                LineTokens.list(facts.get("short")),
                LineTokens.list(facts.get("categories")),
                LineTokens.list(facts.get("verbs")),
                facts.getOrDefault("hash", ""),
                subresources);
    }

    private void add(ServedType served) {
        ResourceType type = served.type();
        types.add(served);
        typesByPath.put(Schema.pathKey(type.group(), type.version(), type.plural()), served);
        typesByKind.put(Schema.kindKey(type.apiVersion(), type.kind()), served);
    }

    private void readObject(LineTokens words) {
        String name = words.word();
        Map<String, String> facts = words.facts();
        String full = facts.getOrDefault("kind", "");
        int slash = full.lastIndexOf('/');
        int from = at + 1;
        while (startsWith(" ")) {
            at++;
        }
        int to = at + 1;
        ObjectSchema object = new ObjectSchema(
                name,
                slash < 0 ? "" : full.substring(0, slash),
                full.substring(slash + 1),
                FieldReader.mapType(facts.getOrDefault("map", "")),
                () -> fieldReader.read(lines, from, to));
        objects.put(name, object);
        if (slash >= 0) {
            kinds.put(full, object);
        }
    }

    private ObjectSchema object(String name) {
        ObjectSchema found = objects.get(name);
        if (found == null) {
            throw new IllegalStateException("the table refers to (" + name + ") but does not have it");
        }
        return found;
    }

    private boolean startsWith(String start) {
        return at + 1 < lines.length && lines[at + 1].startsWith(start);
    }

    private IllegalStateException wrong() {
        return new IllegalStateException("line " + (at + 1) + " of the table cannot be read: (" + lines[at] + ")");
    }

    String version() {
        return version;
    }

    List<ApiGroup> groups() {
        return groups;
    }

    List<ServedType> types() {
        return types;
    }

    Map<String, ServedType> typesByPath() {
        return typesByPath;
    }

    Map<String, ServedType> typesByKind() {
        return typesByKind;
    }

    Map<String, ObjectSchema> objects() {
        return Collections.unmodifiableMap(objects);
    }

    Map<String, ObjectSchema> kinds() {
        return Collections.unmodifiableMap(kinds);
    }
}
