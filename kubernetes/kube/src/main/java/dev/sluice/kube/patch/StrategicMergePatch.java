package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.patch.MergeRules.Strategy;
import dev.sluice.kube.port.ApiStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Strategic merge patch: like [MergePatch], except that lists merge where the schema says so, and that fields with
/// names starting with `$` are directives.
///
/// | directive | in | effect |
/// |---|---|---|
/// | `$patch: replace` | object | replaces the object |
/// | `$patch: delete` | object | removes the object |
/// | `$patch: delete` | element of a list | removes the element with this key |
/// | `$patch: replace` | element of a list | the other elements replace the list |
/// | `$retainKeys: […]` | object | removes all other fields |
/// | `$deleteFromPrimitiveList/f: […]` | object | removes these elements from the list `f` |
/// | `$setElementOrder/f: […]` | object | orders the list `f` |
public final class StrategicMergePatch {
    static final String PATCH = "$patch";
    static final String REPLACE = "replace";
    static final String DELETE = "delete";
    private static final String RETAIN_KEYS = "$retainKeys";
    private static final String DELETE_FROM = "$deleteFromPrimitiveList";
    static final String SET_ORDER = "$setElementOrder";

    private StrategicMergePatch() {}

    /// Applies a patch.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400 or 422 if the patch is malformed; 500 where
    ///     kube-apiserver does
    public static JsonObject apply(JsonObject document, Json patch, MergeRules rules) {
        return switch (patch) {
            case JsonObject object -> merge(document, object, rules);
            case JsonNull _ -> document;
            default -> throw PatchErrors.cannotUnmarshal("", patch, "value of type map[string]interface {}");
        };
    }

    static JsonObject merge(JsonObject original, JsonObject patch, MergeRules rules) {
        Json directive = patch.get(PATCH);
        if (directive != null) {
            JsonObject replaced = replacement(directive, patch);
            return replaced.equals(original) ? original : replaced;
        }
        // 1. drop what is not retained, 2. merge lists that have an order, 3. merge all else
        JsonObject merged = retain(original, patch);
        Set<String> done = new HashSet<>();
        done.add(RETAIN_KEYS);
        for (int i = 0; i < patch.size(); i++) {
            if (patch.name(i).startsWith(SET_ORDER)) {
                merged = order(merged, patch, i, rules, done);
            }
        }
        for (int i = 0; i < patch.size(); i++) {
            if (!done.contains(patch.name(i))) {
                merged = mergeField(merged, patch.name(i), patch.value(i), rules);
            }
        }
        return merged;
    }

    private static JsonObject replacement(Json directive, JsonObject patch) {
        return switch (directive instanceof JsonString(String text) ? text : "") {
            case REPLACE -> patch.without(PATCH);
            case DELETE -> JsonObject.EMPTY;
            default -> throw ListMerge.unknownDirective(directive, patch);
        };
    }

    private static JsonObject retain(JsonObject original, JsonObject patch) {
        Json retained = patch.get(RETAIN_KEYS);
        if (retained == null) {
            return original;
        }
        if (!(retained instanceof JsonArray list)) {
            throw ApiStatus.badRequest("invalid patch format of retainKeys");
        }
        Set<Json> names = new HashSet<>(list.toList());
        for (int i = 0; i < patch.size(); i++) {
            String name = patch.name(i);
            boolean isChange = !name.equals(RETAIN_KEYS)
                    && !name.startsWith(DELETE_FROM)
                    && !name.startsWith(SET_ORDER)
                    && patch.value(i) != JsonNull.NULL;
            if (isChange && !names.contains(Json.of(name))) {
                throw ApiStatus.badRequest("invalid patch format of retainKeys");
            }
        }
        JsonObject kept = original;
        for (int i = 0; i < original.size(); i++) {
            if (!names.contains(Json.of(original.name(i)))) {
                kept = kept.without(original.name(i));
            }
        }
        return kept;
    }

    /// Merges a list that has a `$setElementOrder`, and marks it as done.
    private static JsonObject order(
            JsonObject original, JsonObject patch, int directiveAt, MergeRules rules, Set<String> done) {
        done.add(patch.name(directiveAt));
        JsonArray order = array(patch.value(directiveAt));
        String field = listOf(patch.name(directiveAt), SET_ORDER, "invalid patch format of setElementOrder list");
        Json current = original.get(field);
        Json changes = patch.get(field);
        JsonArray currentList = current == null ? JsonArray.EMPTY : array(current);
        JsonArray changesList = changes == null ? JsonArray.EMPTY : array(changes);
        MergeRules listRules = rules.child(field);
        ListMerge lists = new ListMerge(listRules);
        lists.checkOrder(changesList, order);
        JsonArray merged;
        if (current == null && changes == null) {
            return original;
        } else if (changes == null) {
            merged = currentList;
        } else if (current == null) {
            merged = array(withoutDirectives(changesList));
        } else {
            merged = listRules.strategies().contains(Strategy.MERGE)
                    ? lists.merge(currentList, changesList, false)
                    : changesList;
        }
        done.add(field);
        return Fields.set(original, field, lists.ordered(merged, order, currentList, changesList));
    }

    private static JsonObject mergeField(JsonObject original, String name, Json value, MergeRules rules) {
        boolean deletes = name.startsWith(DELETE_FROM);
        String field = deletes ? listOf(name, DELETE_FROM, "invalid patch format of primitive list") : name;
        if (value == JsonNull.NULL) {
            return original.without(field);
        }
        Json current = original.get(field);
        if (current == null || !GoText.type(current).equals(GoText.type(value))) {
            return deletes ? original : replace(original, field, withoutDirectives(withoutNulls(value)));
        }
        MergeRules inner = rules.child(field);
        if (current instanceof JsonObject object && value instanceof JsonObject changes) {
            boolean whole = inner.strategies().contains(Strategy.REPLACE);
            return Fields.set(original, field, whole ? changes : merge(object, changes, inner));
        }
        if (current instanceof JsonArray list && value instanceof JsonArray changes) {
            return Fields.set(original, field, mergeLists(list, changes, inner, deletes));
        }
        return Fields.set(original, field, value);
    }

    private static JsonObject replace(JsonObject original, String field, @Nullable Json value) {
        return value == null ? original.without(field) : Fields.set(original, field, value);
    }

    private static JsonArray mergeLists(JsonArray list, JsonArray changes, MergeRules rules, boolean deletes) {
        return deletes || rules.strategies().contains(Strategy.MERGE)
                ? new ListMerge(rules).merge(list, changes, deletes)
                : changes;
    }

    private static String listOf(String directive, String prefix, String refusal) {
        if (!directive.startsWith(prefix + "/")) {
            throw ApiStatus.badRequest(refusal);
        }
        return directive.substring(prefix.length() + 1);
    }

    private static JsonArray array(@Nullable Json value) {
        if (value instanceof JsonArray array) {
            return array;
        }
        throw ListMerge.badType(JsonArray.EMPTY, value == null ? JsonNull.NULL : value);
    }

    /// Drops objects with a `$patch`: without an existing value there is nothing to direct.
    private static @Nullable Json withoutDirectives(Json value) {
        return switch (value) {
            case JsonObject object ->
                object.has(PATCH) ? null : Fields.filter(object, StrategicMergePatch::withoutDirectives);
            case JsonArray array -> {
                List<Json> kept = new ArrayList<>();
                for (Json element : array) {
                    Json inner = withoutDirectives(element);
                    if (inner != null) {
                        kept.add(inner);
                    }
                }
                yield Fields.list(kept, array);
            }
            default -> value;
        };
    }

    private static Json withoutNulls(Json value) {
        return switch (value) {
            case JsonObject object -> Fields.filter(object, v -> v == JsonNull.NULL ? null : withoutNulls(v));
            case JsonArray array -> array.map(StrategicMergePatch::withoutNulls);
            default -> value;
        };
    }
}
