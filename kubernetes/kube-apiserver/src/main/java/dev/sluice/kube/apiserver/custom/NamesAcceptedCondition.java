package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Computes the condition NamesAccepted: each name within a group belongs to one definition only.
final class NamesAcceptedCondition {
    private NamesAcceptedCondition() {}

    /// The status that it should have; empty if it has it.
    static Optional<JsonObject> status(Definition definition, Collection<Definition> others, String now) {
        String conflict = conflict(definition, others);
        JsonObject status = definition.object().object("status");
        boolean isAccepted = conflict.isEmpty();
        JsonArray conditions = status.array("conditions");
        JsonArray wanted = with(
                conditions,
                condition(
                        "NamesAccepted",
                        isAccepted,
                        isAccepted ? "NoConflicts" : reason(definition, others),
                        isAccepted ? "no conflicts found" : conflict),
                now);
        if (isAccepted || !definition.is("Established")) {
            JsonObject established = isAccepted
                    ? condition("Established", true, "InitialNamesAccepted", "the initial names have been accepted")
                    : condition("Established", false, "NotAccepted", "not all names are accepted");
            wanted = definition.is("Established") ? wanted : with(wanted, established, now);
        }
        JsonObject changed = status.with("conditions", wanted);
        if (isAccepted) {
            changed = changed.with("acceptedNames", definition.object().object("spec", "names"));
        }
        return changed.equals(status) ? Optional.empty() : Optional.of(changed);
    }

    private static JsonObject condition(String type, boolean isTrue, String reason, String message) {
        return JsonObject.builder()
                .put("type", type)
                .put("status", isTrue ? "True" : "False")
                .put("reason", reason)
                .put("message", message)
                .build();
    }

    private static JsonArray with(JsonArray conditions, JsonObject wanted, String now) {
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject each = conditions.object(i);
            if (each.text("type").equals(wanted.text("type"))) {
                JsonObject same = each.without("lastTransitionTime");
                return same.equals(wanted) ? conditions : conditions.with(i, timed(wanted, now));
            }
        }
        return conditions.plus(timed(wanted, now));
    }

    private static JsonObject timed(JsonObject condition, String now) {
        return condition.with("lastTransitionTime", now);
    }

    private static String conflict(Definition definition, Collection<Definition> others) {
        for (Definition other : others) {
            if (other.name().equals(definition.name()) || !other.group().equals(definition.group())) {
                continue;
            }
            List<String> taken = words(other);
            for (String word : words(definition)) {
                if (taken.contains(word)) {
                    return Json.of(word) + " is already in use";
                }
            }
            JsonObject names = definition.object().object("spec", "names");
            JsonObject theirs = other.object().object("spec", "names");
            for (String kind : List.of(names.text("kind"), names.text("listKind"))) {
                if (kind.equals(theirs.text("kind")) || kind.equals(theirs.text("listKind"))) {
                    return Json.of(kind) + " is already in use";
                }
            }
        }
        return "";
    }

    private static String reason(Definition definition, Collection<Definition> others) {
        JsonObject names = definition.object().object("spec", "names");
        for (Definition other : others) {
            boolean isOther =
                    !other.name().equals(definition.name()) && other.group().equals(definition.group());
            if (isOther && words(other).contains(names.text("singular"))) {
                return "SingularConflict";
            }
            boolean isShort = isOther
                    && Definition.texts(names.array("shortNames")).stream()
                            .anyMatch(word -> words(other).contains(word));
            if (isShort) {
                return "ShortNamesConflict";
            }
            if (isOther && names.text("kind").equals(other.kind())) {
                return "KindConflict";
            }
        }
        return "ListKindConflict";
    }

    private static List<String> words(Definition definition) {
        JsonObject names = definition.object().object("spec", "names");
        List<String> words = new ArrayList<>(Definition.texts(names.array("shortNames")));
        words.add(names.text("plural"));
        words.add(names.text("singular"));
        return words;
    }
}
