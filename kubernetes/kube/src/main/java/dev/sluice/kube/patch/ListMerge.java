package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.port.ApiException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Merges lists: objects by merge key, other values as sets.
///
/// Elements that the patch names come in the patch's order. The others keep their place before their old successors.
/// With the list `[a b c]` and the patch `[c a]`: `b` stood before `c`, so the result is `[b c a]`.
final class ListMerge {
    private final MergeRules rules;
    private final Optional<String> mergeKey;

    /// The old order as kube-apiserver remembers it after a merge. It deletes in place and appends new elements into
    /// the freed room, so that an order applied later sees those elements, too.
    private @Nullable JsonArray traces;

    ListMerge(MergeRules rules) {
        this.rules = rules;
        this.mergeKey = rules.mergeKey();
    }

    JsonArray merge(JsonArray list, JsonArray changes, boolean deletes) {
        if (list.isEmpty() && changes.isEmpty()) {
            return list;
        }
        boolean areObjects = elementsAreObjects(list, changes);
        if (!areObjects && deletes) {
            Set<Json> deleted = new HashSet<>(changes.toList());
            return Fields.list(
                    list.toList().stream()
                            .filter(Predicate.not(deleted::contains))
                            .toList(),
                    list);
        }
        if (!areObjects) {
            return ordered(deduplicated(list, changes), changes, list, areObjects, list);
        }
        String key =
                mergeKey.orElseThrow(() -> PatchErrors.internal("cannot merge lists without merge key for struct"));
        List<Json> current = list.toList();
        List<JsonObject> merging = new ArrayList<>();
        if (direct(current, changes, key, merging)) {
            return ordered(List.copyOf(merging), JsonArray.EMPTY, JsonArray.of(merging), areObjects, list);
        }
        JsonArray before = JsonArray.of(current);
        List<Json> remembered = leftBehind(list, changes, key);
        for (JsonObject change : merging) {
            int at = find(current, key, keyOf(change, key));
            if (at < 0) {
                if (current.size() < remembered.size()) {
                    remembered.set(current.size(), change);
                }
                current.add(change);
            } else {
                current.set(at, StrategicMergePatch.merge((JsonObject) current.get(at), change, rules));
            }
        }
        traces = JsonArray.of(remembered);
        return ordered(current, JsonArray.of(merging), before, areObjects, list);
    }

    /// Returns the list after in-place deletions: the rest moves to the front, and the last elements appear twice.
    private static List<Json> leftBehind(JsonArray list, JsonArray changes, String key) {
        List<Json> left = list.toList();
        int size = left.size();
        for (Json change : changes) {
            if (isDirective(change)) {
                Json value = keyOf(change, key);
                for (int at = find(left.subList(0, size), key, value);
                        at >= 0;
                        at = find(left.subList(0, size), key, value)) {
                    size--;
                    for (int i = at; i < size; i++) {
                        left.set(i, left.get(i + 1));
                    }
                }
            }
        }
        return left;
    }

    /// Deletes elements as directed, and collects the elements to merge.
    ///
    /// @return true if the collected elements replace the list
    private static boolean direct(List<Json> current, JsonArray changes, String key, List<JsonObject> merging) {
        boolean replaces = false;
        for (Json element : changes) {
            JsonObject change = (JsonObject) element;
            Json directive = change.get(StrategicMergePatch.PATCH);
            if (directive == null) {
                merging.add(change);
                continue;
            }
            switch (directive instanceof JsonString(String text) ? text : "") {
                case StrategicMergePatch.DELETE -> {
                    Json value = keyOf(change, key);
                    current.removeIf(it -> it instanceof JsonObject object && value.equals(object.get(key)));
                }
                case StrategicMergePatch.REPLACE -> replaces = true;
                case "merge" -> throw PatchErrors.internal("merging lists cannot yet be specified in the patch");
                default -> throw unknownDirective(directive, change);
            }
        }
        return replaces;
    }

    private static int find(List<Json> list, String key, Json value) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof JsonObject object && value.equals(object.get(key))) {
                return i;
            }
        }
        return -1;
    }

    /// Removes duplicates. The last of them takes the first one's place, as in kube-apiserver.
    private static List<Json> deduplicated(JsonArray list, JsonArray changes) {
        List<Json> all = list.toList();
        all.addAll(changes.toList());
        if (new HashSet<>(all).size() == all.size()) {
            return all;
        }
        for (int i = 0; i < all.size() - 1; i++) {
            for (int j = i + 1; j < all.size(); j++) {
                if (all.get(i).equals(all.get(j))) {
                    Json last = all.removeLast();
                    if (j < all.size()) {
                        all.set(j, last);
                    }
                    j--;
                }
            }
        }
        return all;
    }

    /// Returns the merged list in the order of `$setElementOrder`.
    JsonArray ordered(JsonArray merged, JsonArray order, JsonArray current, JsonArray changes) {
        if (current.isEmpty() && changes.isEmpty()) {
            throw PatchErrors.internal("no elements in any of the given slices");
        }
        JsonArray oldOrder = traces == null ? current : traces;
        return ordered(merged.toList(), order, oldOrder, elementsAreObjects(current, changes), current);
    }

    /// Puts the elements of the patch in its order, between the others in their old order.
    private JsonArray ordered(
            List<? extends Json> merged, JsonArray patchOrder, JsonArray oldOrder, boolean areObjects, JsonArray old) {
        if (mergeKey.isPresent()) {
            merged.forEach(element -> keyOf(element, mergeKey.get()));
        }
        Map<Json, Integer> inPatch = ranks(patchOrder, areObjects);
        Map<Json, Integer> inOld = ranks(oldOrder, areObjects);
        List<Json> named = new ArrayList<>();
        List<Json> others = new ArrayList<>();
        for (Json element : merged) {
            (inPatch.containsKey(identity(element, areObjects)) ? named : others).add(element);
        }
        sort(named, inPatch, areObjects);
        sort(others, inOld, areObjects);
        return Fields.list(interleaved(others, named, inOld, areObjects), old);
    }

    private List<Json> interleaved(List<Json> others, List<Json> named, Map<Json, Integer> inOld, boolean areObjects) {
        List<Json> all = new ArrayList<>(others.size() + named.size());
        int next = 0;
        for (Json element : named) {
            Integer rank = inOld.get(identity(element, areObjects));
            while (next < others.size() && rank != null) {
                Integer otherRank = inOld.get(identity(others.get(next), areObjects));
                if (otherRank == null || otherRank >= rank) {
                    break;
                }
                all.add(others.get(next++));
            }
            all.add(element);
        }
        all.addAll(others.subList(next, others.size()));
        return all;
    }

    /// Insertion sort, with unranked elements in front: the result of Go's sort with Kubernetes' comparison for up to
    /// twenty elements. Unranked elements hardly ever occur.
    private void sort(List<Json> list, Map<Json, Integer> ranks, boolean areObjects) {
        for (int i = 1; i < list.size(); i++) {
            for (int j = i; j > 0 && isBefore(list.get(j), list.get(j - 1), ranks, areObjects); j--) {
                list.set(j, list.set(j - 1, list.get(j)));
            }
        }
    }

    private boolean isBefore(Json one, Json other, Map<Json, Integer> ranks, boolean areObjects) {
        Integer rank = ranks.get(identity(one, areObjects));
        Integer otherRank = ranks.get(identity(other, areObjects));
        return rank == null || otherRank == null || rank < otherRank;
    }

    private Map<Json, Integer> ranks(JsonArray order, boolean areObjects) {
        Map<Json, Integer> ranks = new HashMap<>();
        for (int i = 0; i < order.size(); i++) {
            if (areObjects && !(order.get(i) instanceof JsonObject)) {
                throw PatchErrors.internal("value for key " + i + " is not a map");
            }
            ranks.putIfAbsent(identity(order.get(i), areObjects), i);
        }
        return ranks;
    }

    private Json identity(Json element, boolean areObjects) {
        return areObjects && mergeKey.isPresent() ? keyOf(element, mergeKey.get()) : element;
    }

    /// True if the elements are objects; they must all be of one type.
    private static boolean elementsAreObjects(JsonArray list, JsonArray changes) {
        @Nullable String first = null;
        for (JsonArray one : List.of(list, changes)) {
            for (Json element : one) {
                String type = GoText.type(element);
                if (first == null && element instanceof JsonArray) {
                    throw PatchErrors.rejected();
                }
                first = first == null ? type : first;
                if (!type.equals(first)) {
                    throw PatchErrors.internal(
                            "list element types are not identical: " + GoText.print(JsonArray.of(list, changes)));
                }
            }
        }
        return GoText.type(JsonObject.EMPTY).equals(first);
    }

    /// Rejects a patch with elements in another order than its `$setElementOrder`.
    void checkOrder(JsonArray changes, JsonArray order) {
        if (changes.isEmpty() || order.isEmpty()) {
            return;
        }
        int next = 0;
        for (Json change : changes) {
            if (mergeKey.isPresent() && isDirective(change)) {
                continue;
            }
            Json wanted = element(change);
            boolean found = false;
            while (!found && next < order.size()) {
                found = element(order.get(next++)).equals(wanted);
            }
            if (!found) {
                throw PatchErrors.internal("The order in patch list:\n%s\n doesn't match %s list:\n%s\n"
                        .formatted(GoText.print(changes), StrategicMergePatch.SET_ORDER, GoText.print(order)));
            }
        }
    }

    private Json element(Json element) {
        return mergeKey.isPresent() ? keyOf(element, mergeKey.get()) : element;
    }

    private static boolean isDirective(Json element) {
        return element instanceof JsonObject object && object.has(StrategicMergePatch.PATCH);
    }

    private static Json keyOf(Json element, String key) {
        if (!(element instanceof JsonObject object)) {
            throw badType(JsonObject.EMPTY, element);
        }
        Json value = object.get(key);
        if (value == null) {
            throw PatchErrors.internal("map: " + GoText.print(object) + " does not contain declared merge key: " + key);
        }
        return value;
    }

    static ApiException badType(Json wanted, Json found) {
        return PatchErrors.internal("expected a " + GoText.type(wanted) + ", but received a "
                + (found == JsonNull.NULL ? "%!s(<nil>)" : GoText.type(found)));
    }

    static ApiException unknownDirective(Json directive, JsonObject patch) {
        return PatchErrors.internal(
                "unknown patch type: " + GoText.print(directive) + " in map: " + GoText.print(patch));
    }
}
