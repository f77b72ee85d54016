import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The structs of Kubernetes' Go packages: what is a pointer, what is left out when empty, what is embedded, and how
/// types are called. The .proto files beside them are read for the numbers.
final class GoSources {
    private static final Pattern NAMED = Pattern.compile("type (\\w+) (struct ?\\{|[\\w.\\[\\]*]+)\\s*(//.*)?(\\})?");
    private static final Pattern MEMBER = Pattern.compile("\\t(?:(\\w+)\\s+)?([\\w.\\[\\]*{}]+)\\s+`([^`]*)`.*");
    private static final Pattern IMPORT = Pattern.compile("\\s*(?:import )?(?:(\\w+) )?\"(k8s\\.io/[^\"]+)\"");
    private static final Pattern PROTO_MEMBER =
            Pattern.compile("\\s+(optional|repeated|map<string,) ?([\\w.]+)>? (\\w+) = (\\d+);");

    /// @param goName empty for an embedded struct
    record Member(String goName, String type, Map<String, String> imports, String json, String protobuf) {
        boolean isEmbedded() {
            return goName.isEmpty();
        }

        String jsonName() {
            return json.split(",", -1)[0];
        }

        /// 0 if it is not in protobuf.
        int number() {
            return protobuf.isEmpty() ? 0 : Integer.parseInt(protobuf.split(",", -1)[1]);
        }
    }

    record ProtoMember(String name, String type, boolean repeated, boolean map) {}

    private final Map<String, Path> modules = new HashMap<>();
    private final Map<String, Map<String, List<Member>>> structs = new HashMap<>();
    private final Map<String, Map<String, Named>> named = new HashMap<>();
    private final Map<String, Map<String, Map<Integer, ProtoMember>>> messages = new HashMap<>();

    /// A type that is called something else underneath.
    record Named(String underlying, Map<String, String> imports) {}

    /// @param list lines of `module=folder`
    GoSources(Path list) throws IOException {
        for (String line : Files.readAllLines(list)) {
            int split = line.indexOf('=');
            modules.put(line.substring(0, split), Path.of(line.substring(split + 1)));
        }
    }

    boolean isStruct(String goPackage, String type) {
        read(goPackage);
        return structs.get(goPackage).containsKey(type);
    }

    List<Member> members(String goPackage, String type) {
        read(goPackage);
        List<Member> members = structs.get(goPackage).get(type);
        if (members == null) {
            throw new IllegalStateException("no struct " + goPackage + "." + type);
        }
        return members;
    }

    Named named(String goPackage, String type) {
        read(goPackage);
        Named found = named.get(goPackage).get(type);
        if (found == null) {
            throw new IllegalStateException("no type " + goPackage + "." + type);
        }
        return found;
    }

    boolean hasMessage(String goPackage, String type) {
        read(goPackage);
        return messages.get(goPackage).containsKey(type);
    }

    Map<Integer, ProtoMember> message(String goPackage, String type) {
        read(goPackage);
        return messages.get(goPackage).getOrDefault(type, Map.of());
    }

    private void read(String goPackage) {
        if (structs.containsKey(goPackage)) {
            return;
        }
        structs.put(goPackage, new TreeMap<>());
        named.put(goPackage, new TreeMap<>());
        messages.put(goPackage, new TreeMap<>());
        String module = modules.keySet().stream()
                .filter(name -> (goPackage + "/").startsWith(name + "/"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no module has " + goPackage));
        Path folder = modules.get(module).resolve(goPackage.substring(module.length()).replaceFirst("^/", ""));
        try (var files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.equals("generated.proto")) {
                    readProto(goPackage, Files.readAllLines(file));
                } else if (name.endsWith(".go") && !name.endsWith("_test.go") && !name.contains("generated")) {
                    readGo(goPackage, Files.readAllLines(file));
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void readGo(String goPackage, List<String> lines) {
        Map<String, String> imports = new HashMap<>();
        imports.put("", goPackage);
        List<Member> open = null;
        for (String line : lines) {
            Matcher match;
            if (open != null) {
                if (line.equals("}")) {
                    open = null;
                } else if ((match = MEMBER.matcher(line)).matches()) {
                    String tags = match.group(3);
                    open.add(new Member(
                            match.group(1) == null ? "" : match.group(1),
                            match.group(2),
                            imports,
                            tag(tags, "json"),
                            tag(tags, "protobuf")));
                }
            } else if ((match = NAMED.matcher(line)).matches()) {
                if (match.group(2).startsWith("struct")) {
                    List<Member> members = new ArrayList<>();
                    structs.get(goPackage).put(match.group(1), members);
                    open = line.endsWith("}") ? null : members;
                } else {
                    named.get(goPackage).put(match.group(1), new Named(match.group(2), imports));
                }
            } else if ((match = IMPORT.matcher(line)).matches()) {
                String path = match.group(2);
                imports.put(match.group(1) == null ? path.substring(path.lastIndexOf('/') + 1) : match.group(1), path);
            }
        }
    }

    private static String tag(String tags, String name) {
        Matcher match = Pattern.compile("(?:^| )" + name + ":\"([^\"]*)\"").matcher(tags);
        return match.find() ? match.group(1) : "";
    }

    private void readProto(String goPackage, List<String> lines) {
        Map<Integer, ProtoMember> open = null;
        for (String line : lines) {
            Matcher match = PROTO_MEMBER.matcher(line);
            if (line.startsWith("message ")) {
                open = new TreeMap<>();
                messages.get(goPackage).put(line.split(" ", -1)[1], open);
            } else if (open != null && match.matches()) {
                open.put(
                        Integer.parseInt(match.group(4)),
                        new ProtoMember(
                                match.group(3),
                                match.group(2).replaceFirst("^.*\\.", ""),
                                match.group(1).equals("repeated"),
                                match.group(1).startsWith("map")));
            }
        }
    }
}
