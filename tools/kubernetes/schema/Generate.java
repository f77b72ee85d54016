import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Writes the table, given a list of Go modules, the head of the table and where to write. kubectl must be on the path
/// and know the server.
public final class Generate {
    private static final String META = "k8s.io/apimachinery/pkg/apis/meta/v1";

    /// On the wire, but not in OpenAPI: package, struct, and the apiVersion that it comes with.
    private static final List<List<String>> MORE = List.of(
            List.of(META, "Table", "meta.k8s.io/v1"),
            List.of(META, "PartialObjectMetadata", "meta.k8s.io/v1"),
            List.of(META, "PartialObjectMetadataList", "meta.k8s.io/v1"),
            List.of(META, "List", "v1"),
            List.of(META, "CreateOptions", "*"),
            List.of(META, "UpdateOptions", "*"),
            List.of(META, "PatchOptions", "*"),
            List.of(META, "GetOptions", "*"),
            List.of(META, "ListOptions", "*"),
            List.of("k8s.io/api/core/v1", "PodLogOptions", "v1"),
            List.of("k8s.io/api/core/v1", "RangeAllocation", "v1"),
            List.of("k8s.io/api/admission/v1", "AdmissionReview", "admission.k8s.io/v1"),
            List.of("k8s.io/api/apidiscovery/v2", "APIGroupDiscoveryList", "apidiscovery.k8s.io/v2"));

    private final FieldFacts facts;
    private final Map<String, JsonObject> openApi = new TreeMap<>();
    private final Map<String, List<String>> blocks = new TreeMap<>();
    private final Deque<List<String>> toDo = new ArrayDeque<>();
    private final Map<String, String> kinds = new TreeMap<>();

    private Generate(GoSources sources) {
        facts = new FieldFacts(sources);
    }

    public static void main(String[] arguments) throws IOException {
        Generate generate = new Generate(new GoSources(Path.of(arguments[0])));
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(arguments[1])));
        lines.add("version " + get("/version").text("gitVersion").substring(1));
        lines.addAll(Discovery.lines());
        generate.readOpenApi();
        generate.blocks().forEach(lines::addAll);
        Files.write(Path.of(arguments[2]), lines);
    }

    static JsonObject get(String path) throws IOException {
        Process kubectl = new ProcessBuilder("kubectl", "get", "--raw", path)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return (JsonObject) JsonText.read(kubectl.getInputStream().readAllBytes());
    }

    private void readOpenApi() throws IOException {
        JsonObject paths = get("/openapi/v3").object("paths");
        for (int i = 0; i < paths.size(); i++) {
            String path = ((JsonObject) paths.value(i)).text("serverRelativeURL");
            JsonObject schemas = get(path).object("components", "schemas");
            for (int j = 0; j < schemas.size(); j++) {
                openApi.put(schemas.name(j), (JsonObject) schemas.value(j));
            }
        }
    }

    private List<List<String>> blocks() {
        for (String name : openApi.keySet()) {
            toDo.add(goName(name));
        }
        for (List<String> more : MORE) {
            toDo.add(more.subList(0, 2));
            kinds.put(FieldFacts.tableName(more.get(0), more.get(1)), more.get(2) + "/" + more.get(1));
        }
        while (!toDo.isEmpty()) {
            List<String> struct = toDo.poll();
            String name = FieldFacts.tableName(struct.get(0), struct.get(1));
            if (!blocks.containsKey(name) && !FieldFacts.isSpecial(struct.get(0), struct.get(1))) {
                blocks.put(name, block(struct.get(0), struct.get(1), name));
            }
        }
        return new ArrayList<>(blocks.values());
    }

    /// `io.k8s.api.core.v1.Pod` is `Pod` in `k8s.io/api/core/v1`.
    private static List<String> goName(String schema) {
        int dot = schema.lastIndexOf('.');
        String goPackage = "k8s.io/" + schema.substring("io.k8s.".length(), dot).replace('.', '/');
        return List.of(goPackage, schema.substring(dot + 1));
    }

    private List<String> block(String goPackage, String type, String name) {
        String schemaName = "io.k8s." + goPackage.substring("k8s.io/".length()).replace('/', '.') + "." + type;
        JsonObject schema = openApi.getOrDefault(schemaName, JsonObject.EMPTY);
        List<String> lines = new ArrayList<>();
        String kind = kinds.getOrDefault(name, kind(schema));
        String mapType = schema.text("x-kubernetes-map-type");
        lines.add("object " + name
                + (kind.isEmpty() ? "" : " kind=" + kind)
                + (mapType.isEmpty() ? "" : " map=" + mapType));
        Set<List<String>> found = new LinkedHashSet<>();
        List<FieldFacts.Fact> fields = new ArrayList<>(facts.of(goPackage, type, found));
        fields.sort(Comparator.comparing(FieldFacts.Fact::json));
        Set<String> required = new LinkedHashSet<>();
        schema.array("required").forEach(each -> required.add(((JsonString) each).text()));
        for (FieldFacts.Fact field : fields) {
            boolean served = schema.isEmpty() || schema.object("properties").has(field.json());
            if (served) {
                lines.add(line(field, required.contains(field.json()), schema.object("properties", field.json())));
            } else {
                System.err.println("note: " + name + "." + field.json() + " is not in OpenAPI");
            }
        }
        for (String property : schema.object("properties").names()) {
            if (fields.stream().noneMatch(field -> field.json().equals(property))) {
                throw new IllegalStateException(name + "." + property + " is not in the Go sources");
            }
        }
        toDo.addAll(found);
        return lines;
    }

    /// The options and events that every group has are of no group's own.
    private static String kind(JsonObject schema) {
        var all = schema.array("x-kubernetes-group-version-kind");
        if (all.isEmpty()) {
            return "";
        }
        JsonObject first = all.object(0);
        if (all.size() > 1) {
            return "*/" + first.text("kind");
        }
        String group = first.text("group");
        return (group.isEmpty() ? "" : group + "/") + first.text("version") + "/" + first.text("kind");
    }

    private static String line(FieldFacts.Fact field, boolean required, JsonObject property) {
        String flags = field.flags() + (required ? "r" : "");
        StringBuilder line = new StringBuilder(" ")
                .append(field.json())
                .append(' ')
                .append(field.number())
                .append(' ')
                .append(flags.isEmpty() ? "-" : flags)
                .append(' ')
                .append(field.type());
        add(line, "go", field.goType().equals(plainGo(field.type())) ? "" : field.goType());
        add(line, "in", field.embedded());
        add(line, "key", property.text("x-kubernetes-patch-merge-key"));
        add(line, "strategy", property.text("x-kubernetes-patch-strategy"));
        add(line, "list", property.text("x-kubernetes-list-type"));
        add(line, "keys", texts(property, "x-kubernetes-list-map-keys"));
        add(line, "map", property.text("x-kubernetes-map-type"));
        add(
                line,
                "enum",
                texts(property, "enum")
                        + texts(property.object("items"), "enum")
                        + texts(property.object("additionalProperties"), "enum"));
        Json value = property.get("default");
        if (value != null && !isZero(value)) {
            line.append(" default=").append(JsonText.write(value));
        }
        return line.toString();
    }

    private static boolean isZero(Json value) {
        return Set.of("\"\"", "0", "false", "{}").contains(JsonText.write(value));
    }

    private static void add(StringBuilder line, String name, String value) {
        if (!value.isEmpty()) {
            line.append(' ').append(name).append('=').append(value.replace(" ", "\\s"));
        }
    }

    private static String texts(JsonObject property, String name) {
        List<String> texts = new ArrayList<>();
        property.array(name).forEach(each -> texts.add(((JsonString) each).text()));
        return String.join(",", texts);
    }

    /// What Go calls a type of the table if nothing else is said.
    private static String plainGo(String type) {
        if (type.startsWith("[]")) {
            return "[]" + plainGo(type.substring(2));
        }
        if (type.startsWith("{}")) {
            return "map[string]" + plainGo(type.substring(2));
        }
        return switch (type) {
            case "double" -> "float64";
            case "bytes" -> "[]uint8";
            case "time" -> "v1.Time";
            case "microtime" -> "v1.MicroTime";
            case "duration" -> "v1.Duration";
            case "fields" -> "v1.FieldsV1";
            case "quantity" -> "resource.Quantity";
            case "intorstring" -> "intstr.IntOrString";
            case "raw" -> "runtime.RawExtension";
            case "json" -> "v1.JSON";
            case "schemaorarray" -> "v1.JSONSchemaPropsOrArray";
            case "schemaorbool" -> "v1.JSONSchemaPropsOrBool";
            case "schemaorstrings" -> "v1.JSONSchemaPropsOrStringArray";
            default -> type.substring(type.indexOf('/') + 1);
        };
    }
}
