package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/// The `pod-template-hash` of a Deployment's ReplicaSets and their pods.
///
/// Kubernetes hashes the Go structs of a template. Other code cannot reproduce that and need not: hashes are only
/// compared within one cluster.
final class TemplateHash {
    /// Kubernetes' alphabet: no vowels, so that no words come out.
    private static final String ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

    private static final int FNV_OFFSET = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private TemplateHash() {}

    static String of(JsonObject template, long collisions) {
        String text = sorted(template) + (collisions == 0 ? "" : "#" + collisions);
        int hash = FNV_OFFSET;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * FNV_PRIME;
        }
        StringBuilder safe = new StringBuilder();
        for (char digit : Integer.toUnsignedString(hash).toCharArray()) {
            safe.append(ALPHABET.charAt(digit % ALPHABET.length()));
        }
        return safe.toString();
    }

    /// Sorts fields, so that equal templates have equal hashes.
    private static Json sorted(Json value) {
        return switch (value) {
            case JsonObject object -> {
                Map<String, Json> fields = new TreeMap<>();
                for (int i = 0; i < object.size(); i++) {
                    fields.put(object.name(i), sorted(object.value(i)));
                }
                yield JsonObject.of(fields);
            }
            case JsonArray array -> array.map(TemplateHash::sorted);
            default -> value;
        };
    }
}
