import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Writes which fields the server's own structs have, as far as its errors show them: in their order, with their names
/// there and in JSON, and what is shown where nothing is.
///
/// Arguments: the folder of Kubernetes' Go module, and that of its API.
final class Generate {
    private static final List<String> ROOTS = List.of(
            "core.PodTemplateSpec",
            "core.EphemeralContainer",
            "core.SecurityContext",
            "core.PodResourceClaim",
            "core.PersistentVolumeClaimSpec",
            "core.PersistentVolumeSource",
            "batch.SuccessPolicy",
            "batch.UncountedTerminatedPods",
            "policy.PodDisruptionBudgetSpec",
            "apps.DeploymentStrategy",
            "rbac.RoleRef",
            "resource.ResourceClaimSpec");

    private static final List<String> GROUPS = List.of("core", "batch", "policy", "apps", "rbac", "resource");

    private static final Pattern STRUCT = Pattern.compile("^type (\\w+) struct \\{.*");
    private static final Pattern ALIAS = Pattern.compile("^(?:type|\t)\\s*(\\w+) (string|int32|int64|bool|map\\[.*|\\[\\].*)$");
    private static final Pattern FIELD = Pattern.compile("^\t(\\w+)\\s+([^\\s`]+)(?:\\s+`json:\"([^\"]*)\".*)?.*$");
    private static final Pattern EMBEDDED = Pattern.compile("^\t([\\w.]+)(?:\\s+`.*)?$");

    private record Field(String name, String type, String json) {}

    private final Map<String, List<Field>> structs = new HashMap<>();
    private final Map<String, String> aliases = new HashMap<>();

    public static void main(String[] arguments) throws IOException {
        Path kubernetes = Path.of(arguments[0]);
        Path api = Path.of(arguments[1]);
        Generate own = new Generate();
        Generate versioned = new Generate();
        for (String group : GROUPS) {
            own.read(group, kubernetes.resolve("pkg/apis/" + group + "/types.go"));
            versioned.read(group, api.resolve((group.equals("core") ? "core" : group) + "/v1/types.go"));
        }
        System.out.println("# Made by tools/kubernetes/structs/generate; do not edit.");
        TreeSet<String> done = new TreeSet<>();
        List<String> open = new ArrayList<>(ROOTS);
        Map<String, List<String>> out = new LinkedHashMap<>();
        while (!open.isEmpty()) {
            String name = open.removeFirst();
            if (done.add(name) && own.structs.containsKey(name)) {
                List<String> lines = new ArrayList<>();
                own.describe(name, versioned, lines, open);
                out.put(name, lines);
            }
        }
        out.forEach((name, lines) -> {
            System.out.println("struct " + name);
            lines.forEach(System.out::println);
        });
    }

    private void read(String group, Path file) throws IOException {
        List<Field> fields = null;
        for (String line : Files.readAllLines(file)) {
            Matcher struct = STRUCT.matcher(line);
            Matcher alias = ALIAS.matcher(line);
            if (struct.matches()) {
                fields = new ArrayList<>();
                structs.put(group + "." + struct.group(1), fields);
            } else if (line.equals("}")) {
                fields = null;
            } else if (fields == null) {
                if (alias.matches()) {
                    aliases.put(group + "." + alias.group(1), alias.group(2));
                }
            } else if (!line.strip().startsWith("//") && !line.isBlank()) {
                Matcher field = FIELD.matcher(line);
                Matcher embedded = EMBEDDED.matcher(line.replaceAll("\\s*//.*", ""));
                if (embedded.matches()) {
                    fields.add(new Field("", embedded.group(1), ""));
                } else if (field.matches()) {
                    String json = field.group(3) == null ? "" : field.group(3);
                    fields.add(new Field(field.group(1), field.group(2), json));
                }
            }
        }
    }

    private void describe(String struct, Generate versioned, List<String> lines, List<String> open) {
        String group = struct.substring(0, struct.indexOf('.'));
        for (Field field : structs.get(struct)) {
            String type = qualified(group, field.type());
            if (field.name().isEmpty()) {
                if (type.endsWith("metav1.ObjectMeta")) {
                    lines.add(" - metadata inline");
                } else if (structs.containsKey(type)) {
                    describe(type, versioned, lines, open);
                }
                continue;
            }
            String kind = kind(group, field.type());
            String inner = kind.replaceAll("^(\\*|\\[\\])", "");
            if (structs.containsKey(inner)) {
                open.add(inner);
            }
            lines.add(" " + field.name() + " " + versioned.jsonName(struct, field.name()) + " " + kind);
        }
    }

    private static String qualified(String group, String type) {
        return type.contains(".") ? type.replace("api.", "core.") : group + "." + type;
    }

    /// What is shown of a field: a struct, nothing, or a zero.
    private String kind(String group, String type) {
        if (type.startsWith("[]")) {
            String inner = qualified(group, type.substring(2));
            return structs.containsKey(inner) ? "[]" + inner : "null";
        }
        if (type.startsWith("*")) {
            String inner = qualified(group, type.substring(1));
            return structs.containsKey(inner) ? "*" + inner : "null";
        }
        if (type.startsWith("map[")) {
            return "sorted";
        }
        String name = qualified(group, type);
        if (structs.containsKey(name)) {
            return name;
        }
        String plain = aliases.getOrDefault(name, type);
        return switch (plain) {
            case "string", "types.UID" -> "string";
            case "bool" -> "bool";
            case "int32", "int64", "int" -> "int";
            case "resource.Quantity" -> "quantity";
            case "intstr.IntOrString" -> "int";
            default -> plain.startsWith("map[") || name.endsWith("ResourceList") ? "sorted" : "null";
        };
    }

    /// As the version of the API calls it; the struct may be embedded in another there.
    private String jsonName(String struct, String field) {
        for (Field each : structs.getOrDefault(struct, List.of())) {
            if (each.name().equals(field) && !each.json().isEmpty()) {
                return each.json().replaceAll(",.*", "");
            }
        }
        return Character.toLowerCase(field.charAt(0)) + field.substring(1);
    }
}
