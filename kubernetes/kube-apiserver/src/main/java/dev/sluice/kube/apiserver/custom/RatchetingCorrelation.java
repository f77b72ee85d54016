package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Correlates a value with its state before an update (ratcheting): unchanged values need not be valid.
///
/// @param node its schema; null if unknown
/// @param value as it is to be; nothing if nothing can be said
/// @param old as it was
/// @param parent the nearest of which something can be said; nothing for the whole object
record RatchetingCorrelation(
        @Nullable SchemaNode node,
        @Nullable Json value,
        @Nullable Json old,
        @Nullable RatchetingCorrelation parent) {
    /// Of what is new as a whole.
    static final RatchetingCorrelation NONE = new RatchetingCorrelation(null, null, null, null);

    static RatchetingCorrelation of(SchemaNode node, JsonObject object, JsonObject old) {
        return new RatchetingCorrelation(node, object, old, null);
    }

    private boolean isKnown() {
        return value != null && old != null;
    }

    /// Whether it, or what it is a part of, is as it was.
    boolean isUnchanged() {
        if (isKnown()) {
            return isSame(node, value, old);
        }
        return parent != null && parent.isUnchanged();
    }

    /// Whether it is known what it was, and it is the same.
    boolean isKnownAndUnchanged() {
        return isKnown() && isSame(node, value, old);
    }

    RatchetingCorrelation key(String name) {
        if (!isKnown()) {
            return this;
        }
        if (parent == null && (name.equals("apiVersion") || name.equals("kind"))) {
            return NONE;
        }
        SchemaNode known = node == null ? null : node.property(name);
        SchemaNode inner = known == null && node != null ? node.others() : known;
        Json now = value instanceof JsonObject object ? object.get(name) : null;
        Json before = old instanceof JsonObject object ? object.get(name) : null;
        boolean isThere = inner != null && now != null && before != null;
        return new RatchetingCorrelation(inner, isThere ? now : null, isThere ? before : null, this);
    }

    RatchetingCorrelation index(int i) {
        if (!isKnown()) {
            return this;
        }
        SchemaNode items = node == null ? null : node.items();
        Json item = value instanceof JsonArray array ? array.get(i) : null;
        Json before = node == null || item == null ? null : oldItem(node, item, old);
        boolean isThere = items != null && before != null;
        return new RatchetingCorrelation(items, isThere ? item : null, before, this);
    }

    /// The item of the old list that has the same keys; nothing if the list is no map.
    static @Nullable Json oldItem(SchemaNode list, Json item, @Nullable Json old) {
        if (!(old instanceof JsonArray before) || !list.listType().equals("map")) {
            return null;
        }
        List<Json> wanted = keys(list, item);
        for (Json each : before) {
            if (!wanted.isEmpty() && keys(list, each).equals(wanted)) {
                return each;
            }
        }
        return null;
    }

    /// Empty if one is missing.
    private static List<Json> keys(SchemaNode list, Json item) {
        List<Json> keys = new ArrayList<>();
        for (String key : list.listKeys()) {
            Json value = item instanceof JsonObject object ? object.get(key) : null;
            if (value == null) {
                return List.of();
            }
            keys.add(value);
        }
        return keys;
    }

    /// Lists that are maps have no order.
    private static boolean isSame(@Nullable SchemaNode node, @Nullable Json one, @Nullable Json other) {
        if (one instanceof JsonArray now
                && other instanceof JsonArray before
                && node != null
                && node.listType().equals("map")
                && now.size() == before.size()) {
            for (Json item : now) {
                Json match = oldItem(node, item, before);
                if (match == null || !isSame(node.items(), item, match)) {
                    return false;
                }
            }
            return true;
        }
        if (one instanceof JsonObject now && other instanceof JsonObject before && now.size() == before.size()) {
            for (String name : now.names()) {
                SchemaNode known = node == null ? null : node.property(name);
                SchemaNode inner = known == null && node != null ? node.others() : known;
                Json match = before.get(name);
                if (match == null || !isSame(inner, now.get(name), match)) {
                    return false;
                }
            }
            return true;
        }
        return one != null && one.equals(other);
    }
}
