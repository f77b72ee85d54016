package dev.sluice.kube.cluster.controllers.replica;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.Map;
import java.util.TreeMap;

/// The short text by which the ReplicaSets of a Deployment, and their pods, are told apart.
///
/// Kubernetes hashes the Go structs of a template; nobody but its own code can follow that, and nobody needs
/// to, for the text is only ever compared with itself.
final class TemplateHash {
    /// No vowels, so that no words come out.
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

    /// The same for templates that are equal, whatever the order of their fields.
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
