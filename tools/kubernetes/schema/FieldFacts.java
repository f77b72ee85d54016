import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What the Go and .proto files say of the fields of one struct, with those of embedded structs among them.
final class FieldFacts {
    private static final String EXTENSIONS = "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.";

    /// Types that are more, or less, in JSON than their Go structs tell.
    private static final Map<String, String> SPECIAL = Map.ofEntries(
            Map.entry("k8s.io/apimachinery/pkg/apis/meta/v1.Time", "time"),
            Map.entry("k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime", "microtime"),
            Map.entry("k8s.io/apimachinery/pkg/apis/meta/v1.Duration", "duration"),
            Map.entry("k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1", "fields"),
            Map.entry("k8s.io/apimachinery/pkg/api/resource.Quantity", "quantity"),
            Map.entry("k8s.io/apimachinery/pkg/util/intstr.IntOrString", "intorstring"),
            Map.entry("k8s.io/apimachinery/pkg/runtime.RawExtension", "raw"),
            Map.entry(EXTENSIONS + "JSON", "json"),
            Map.entry(EXTENSIONS + "JSONSchemaPropsOrArray", "schemaorarray"),
            Map.entry(EXTENSIONS + "JSONSchemaPropsOrBool", "schemaorbool"),
            Map.entry(EXTENSIONS + "JSONSchemaPropsOrStringArray", "schemaorstrings"));

    private static final Map<String, String> SCALARS = Map.of(
            "string", "string",
            "bool", "bool",
            "int32", "int32",
            "int64", "int64",
            "int", "int64",
            "float64", "double",
            "[]byte", "bytes",
            "interface{}", "json");

    /// @param number with the numbers of the messages that it is embedded in: `2.5`; `-` if it is not in protobuf
    /// @param flags of `p` for a pointer, `o` for omitempty, `z` for omitzero
    /// @param type in the table's words
    /// @param goType as Go's errors call it
    /// @param embedded the Go names of the structs that it is embedded by, with dots
    record Fact(String json, String number, String flags, String type, String goType, String embedded) {}

    private final GoSources sources;

    FieldFacts(GoSources sources) {
        this.sources = sources;
    }

    /// The table's name of a struct: the last two parts of its package, and its own.
    static String tableName(String goPackage, String type) {
        String[] parts = goPackage.split("/", -1);
        return parts[parts.length - 2] + "/" + parts[parts.length - 1] + "." + type;
    }

    static boolean isSpecial(String goPackage, String type) {
        return SPECIAL.containsKey(goPackage + "." + type);
    }

    /// @param found takes the structs that the fields refer to, as package and name
    List<Fact> of(String goPackage, String type, Set<List<String>> found) {
        List<Fact> facts = new ArrayList<>();
        add(facts, goPackage, type, "", "", found);
        return facts;
    }

    /// @param numbers of the messages around, each with a dot; `-` if those are not in protobuf
    private void add(
            List<Fact> facts, String goPackage, String type, String numbers, String embedded, Set<List<String>> found) {
        Map<Integer, GoSources.ProtoMember> message = sources.message(goPackage, type);
        for (GoSources.Member member : sources.members(goPackage, type)) {
            if (member.json().equals("-") || member.json().isEmpty()) {
                continue;
            }
            boolean inProto = member.number() > 0 && !message.isEmpty() && !numbers.equals("-");
            String number = inProto ? numbers + member.number() : "-";
            if (member.isEmbedded() && member.jsonName().isEmpty()) {
                String[] inner = locate(member.type(), member.imports());
                add(
                        facts,
                        inner[0],
                        inner[1],
                        inProto ? number + "." : "-",
                        embedded.isEmpty() ? inner[1] : embedded + "." + inner[1],
                        found);
                continue;
            }
            Type resolved = resolve(member.type().replaceFirst("^\\*", ""), member.imports(), found);
            if (inProto) {
                check(goPackage + "." + type, member, message.get(member.number()), resolved);
            }
            String flags = (member.type().startsWith("*") ? "p" : "")
                    + (member.json().contains(",omitempty") ? "o" : "")
                    + (member.json().contains(",omitzero") ? "z" : "");
            facts.add(new Fact(member.jsonName(), number, flags, resolved.table, resolved.go, embedded));
        }
    }

    /// The .proto file must say the same as the tags in Go.
    private static void check(String struct, GoSources.Member member, GoSources.ProtoMember proto, Type type) {
        String expected = type.table.replaceFirst("^(\\[]|\\{})", "");
        boolean plain = Set.of("string", "bool", "int32", "int64", "double", "bytes").contains(expected);
        if (proto == null
                || proto.repeated() != type.table.startsWith("[]")
                || proto.map() != type.table.startsWith("{}")
                || (plain && !proto.type().equals(expected))
                || (!plain && Set.of("string", "bool", "int32", "int64").contains(proto.type()))) {
            throw new IllegalStateException(struct + "." + member.jsonName() + ": " + type + " but " + proto);
        }
        if (!proto.name().equalsIgnoreCase(member.jsonName())) {
            System.err.println("note: " + struct + "." + member.jsonName() + " is " + proto.name() + " in protobuf");
        }
    }

    private record Type(String table, String go) {}

    private Type resolve(String expression, Map<String, String> imports, Set<List<String>> found) {
        if (expression.equals("[]byte")) {
            return new Type("bytes", "[]uint8");
        }
        if (SCALARS.containsKey(expression)) {
            return new Type(SCALARS.get(expression), expression);
        }
        if (expression.startsWith("*")) {
            return resolve(expression.substring(1), imports, found);
        }
        if (expression.startsWith("[]")) {
            String element = expression.substring(2);
            Type of = resolve(element, imports, found);
            return new Type("[]" + of.table, "[]" + (element.startsWith("*") ? "*" : "") + of.go);
        }
        if (expression.startsWith("map[")) {
            int end = expression.indexOf(']');
            Type key = resolve(expression.substring(4, end), imports, found);
            Type of = resolve(expression.substring(end + 1), imports, found);
            return new Type("{}" + of.table, "map[" + key.go + "]" + of.go);
        }
        String[] place = locate(expression, imports);
        return resolveNamed(place[0], place[1], found);
    }

    private Type resolveNamed(String goPackage, String name, Set<List<String>> found) {
        String go = goPackage.substring(goPackage.lastIndexOf('/') + 1) + "." + name;
        String special = SPECIAL.get(goPackage + "." + name);
        if (special != null) {
            return new Type(special, go);
        }
                if (sources.isStruct(goPackage, name)) {
            found.add(List.of(goPackage, name));
            return new Type(tableName(goPackage, name), go);
        }
        GoSources.Named named = sources.named(goPackage, name);
        Type underlying = resolve(named.underlying(), named.imports(), found);
        boolean wrapped = underlying.table.startsWith("[]") && sources.hasMessage(goPackage, name);
        return new Type(wrapped ? "[1]" + underlying.table.substring(2) : underlying.table, go);
    }

    private static String[] locate(String expression, Map<String, String> imports) {
        int dot = expression.indexOf('.');
        String alias = dot < 0 ? "" : expression.substring(0, dot);
        String goPackage = imports.get(alias);
        if (goPackage == null) {
            throw new IllegalStateException("no import for " + expression);
        }
        return new String[] {goPackage, expression.substring(dot + 1)};
    }
}
