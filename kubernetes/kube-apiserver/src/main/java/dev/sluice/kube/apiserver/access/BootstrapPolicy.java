package dev.sluice.kube.apiserver.access;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.Kube;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.port.WriteOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// The default roles and bindings of every cluster, from a table that a tool extracts from kube-apiserver.
public final class BootstrapPolicy {
    private static final Map<String, ResourceType> TYPES = Map.of(
            "Role", RbacIndex.ROLES,
            "ClusterRole", RbacIndex.CLUSTER_ROLES,
            "RoleBinding", RbacIndex.BINDINGS,
            "ClusterRoleBinding", RbacIndex.CLUSTER_BINDINGS);

    private static final JsonObject ANNOTATIONS =
            JsonObject.of("rbac.authorization.kubernetes.io/autoupdate", Json.of("true"));

    private BootstrapPolicy() {}

    /// Creates them all; their namespaces must exist.
    public static void create(Kube kube) {
        for (JsonObject object : objects()) {
            ResourceType type = Objects.requireNonNull(TYPES.get(object.text("kind")));
            kube.create(type, object.text("metadata", "namespace"), object, WriteOptions.PLAIN);
        }
    }

    static List<JsonObject> objects() {
        List<JsonObject> objects = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (String line : text().lines().toList()) {
            if (!line.startsWith(" ") && !lines.isEmpty()) {
                objects.add(object(lines));
                lines.clear();
            }
            if (!line.startsWith("#")) {
                lines.add(line);
            }
        }
        objects.add(object(lines));
        return objects;
    }

    private static JsonObject object(List<String> lines) {
        String[] head = lines.getFirst().split(" ", -1);
        List<Json> rules = new ArrayList<>();
        List<Json> subjects = new ArrayList<>();
        List<Json> selectors = new ArrayList<>();
        JsonObject role = JsonObject.EMPTY;
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.strip().split(" ", -1);
            switch (words[0]) {
                case "rule" -> rules.add(rule(words));
                case "aggregate" -> selectors.add(JsonObject.of("matchLabels", pairs(words, 1)));
                case "role" -> role = reference(words[1], words[2]);
                default -> subjects.add(subject(words));
            }
        }
        JsonObject.Builder metadata = JsonObject.builder()
                .put("name", head[2])
                .put("labels", pairs(head, 3))
                .put("annotations", ANNOTATIONS);
        if (!head[1].equals("-")) {
            metadata.put("namespace", head[1]);
        }
        JsonObject.Builder object = JsonObject.builder()
                .put("apiVersion", "rbac.authorization.k8s.io/v1")
                .put("kind", head[0])
                .put("metadata", metadata.build());
        if (head[0].endsWith("Binding")) {
            object.put("roleRef", role);
            if (!subjects.isEmpty()) {
                object.put("subjects", JsonArray.of(subjects));
            }
        } else if (selectors.isEmpty()) {
            object.put("rules", JsonArray.of(rules));
        } else {
            object.put("aggregationRule", JsonObject.of("clusterRoleSelectors", JsonArray.of(selectors)));
        }
        return object.build();
    }

    private static JsonObject rule(String[] words) {
        JsonObject.Builder rule = JsonObject.builder();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            rule.put(
                    words[i].substring(0, equals),
                    User.texts(List.of(words[i].substring(equals + 1).split(",", -1))));
        }
        return rule.build();
    }

    private static JsonObject pairs(String[] words, int from) {
        JsonObject.Builder pairs = JsonObject.builder();
        for (int i = from; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            pairs.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return pairs.build();
    }

    private static JsonObject reference(String kind, String name) {
        return JsonObject.builder()
                .put("apiGroup", "rbac.authorization.k8s.io")
                .put("kind", kind)
                .put("name", name)
                .build();
    }

    private static JsonObject subject(String[] words) {
        if (!words[1].equals("ServiceAccount")) {
            return reference(words[1], words[3]);
        }
        return JsonObject.builder()
                .put("kind", words[1])
                .put("name", words[3])
                .put("namespace", words[2])
                .build();
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(BootstrapPolicy.class.getResourceAsStream("roles.txt"))) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
