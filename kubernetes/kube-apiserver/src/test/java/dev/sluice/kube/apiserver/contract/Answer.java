package dev.sluice.kube.apiserver.contract;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// What a server has said, without what differs from server to server and from run to run.
record Answer(int code, String contentType, List<String> warnings, Json body) {
    /// To steps that ask nothing.
    static final Answer NONE = new Answer(0, "", List.of(), JsonNull.NULL);

    /// Different in every run.
    private static final Set<String> OWN = Set.of(
            "uid",
            "resourceVersion",
            "creationTimestamp",
            "deletionTimestamp",
            "lastTransitionTime",
            "lastPhaseTransitionTime",
            "continue",
            "serverAddress",
            "token",
            "expirationTimestamp",
            "username",
            "nodePort",
            "healthCheckNodePort");

    /// What server-side apply keeps, which we do not have yet; and by which certificate a caller was known.
    private static final Set<String> LEFT_OUT = Set.of("managedFields", "extra");

    /// Without messages.
    Answer codeAndReason() {
        if (!(body instanceof JsonObject status) || !status.text("kind").equals("Status")) {
            return this;
        }
        JsonArray causes = status.array("details", "causes")
                .map(cause -> cause instanceof JsonObject object ? object.without("message") : cause);
        return new Answer(
                code,
                contentType,
                warnings,
                JsonObject.builder()
                        .put("reason", status.text("reason"))
                        .put("causes", causes)
                        .build());
    }

    /// Where two answers differ, field by field.
    List<String> differences(Answer other) {
        List<String> found = new ArrayList<>();
        if (code != other.code) {
            found.add("code: " + code + " | " + other.code);
        }
        if (!contentType.equals(other.contentType)) {
            found.add("content type: " + contentType + " | " + other.contentType);
        }
        if (!warnings.equals(other.warnings)) {
            found.add("warnings: " + warnings + " | " + other.warnings);
        }
        compare("", body, other.body, found);
        return found;
    }

    private static void compare(String path, Json one, Json two, List<String> found) {
        if (one instanceof JsonObject a && two instanceof JsonObject b) {
            Set<String> names = new TreeSet<>(a.names());
            names.addAll(b.names());
            for (String name : names) {
                compare(path + "." + name, orNull(a.get(name)), orNull(b.get(name)), found);
            }
        } else if (one instanceof JsonArray a && two instanceof JsonArray b && a.size() == b.size()) {
            for (int i = 0; i < a.size(); i++) {
                compare(path + "[" + i + "]", a.get(i), b.get(i), found);
            }
        } else if (!one.equals(two)) {
            found.add(path + ": " + one + " | " + two);
        }
    }

    private static Json orNull(@Nullable Json value) {
        return value == null ? Json.of("(nothing)") : value;
    }

    Answer comparable(String namespace) {
        String madeUp = body instanceof JsonObject object ? madeUpName(object) : "";
        return new Answer(code, contentType, warnings, comparable(body, text -> masked(text, namespace, madeUp)));
    }

    /// The name of an object whose name is the server's own.
    private static String madeUpName(JsonObject object) {
        String prefix = object.text("metadata", "generateName");
        String name = object.text("metadata", "name");
        return !prefix.isEmpty() && !name.isEmpty() ? name : "";
    }

    private static String masked(String text, String namespace, String madeUp) {
        String masked = madeUp.isEmpty() ? text : text.replace(madeUp, "(made up)");
        return masked.replace(namespace, "NS")
                .replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "(uid)")
                .replaceAll("(too old resource version: [0-9]+) \\([0-9]+\\)", "$1")
                .replaceAll("(ResourceVersion in (precondition|object meta): )[0-9]+", "$1(own)")
                .replaceAll("(does not match the ResourceVersion in record )\\([0-9]+\\)", "$1(own)")
                .replaceAll("^10\\.96\\.[0-9.]+$", "(address)");
    }

    private static Json comparable(Json value, UnaryOperator<String> mask) {
        return switch (value) {
            case JsonObject object -> {
                TreeMap<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    String name = object.name(i);
                    if (OWN.contains(name)) {
                        fields.put(name, Json.of("(own)"));
                    } else if (!LEFT_OUT.contains(name)) {
                        fields.put(name, comparable(object.value(i), mask));
                    }
                }
                yield JsonObject.of(fields);
            }
            case JsonArray array -> array.map(item -> comparable(item, mask));
            case JsonString text -> Json.of(mask.apply(text.text()));
            default -> value;
        };
    }
}
