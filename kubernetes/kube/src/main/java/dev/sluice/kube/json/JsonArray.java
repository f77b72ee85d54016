package dev.sluice.kube.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A JSON array.
public final class JsonArray implements Json, Iterable<Json> {
    public static final JsonArray EMPTY = new JsonArray(new Json[0]);

    private final Json[] values;

    JsonArray(Json[] values) {
        this.values = values;
    }

    public static JsonArray of(Json... values) {
        return values.length == 0 ? EMPTY : new JsonArray(values.clone());
    }

    public static JsonArray of(List<? extends Json> values) {
        return values.isEmpty() ? EMPTY : new JsonArray(values.toArray(new Json[0]));
    }

    public int size() {
        return values.length;
    }

    public boolean isEmpty() {
        return values.length == 0;
    }

    public Json get(int i) {
        return values[i];
    }

    /// Returns the object at the index, or the empty object if the value is not an object.
    public JsonObject object(int i) {
        return values[i] instanceof JsonObject object ? object : JsonObject.EMPTY;
    }

    public JsonArray with(int i, Json value) {
        Json[] changed = values.clone();
        changed[i] = value;
        return new JsonArray(changed);
    }

    public JsonArray plus(Json value) {
        Json[] longer = Arrays.copyOf(values, values.length + 1);
        longer[values.length] = value;
        return new JsonArray(longer);
    }

    /// Applies a function to each value; returns this array if nothing changes.
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the very same
    public JsonArray map(UnaryOperator<Json> change) {
        Json @Nullable [] changed = null;
        for (int i = 0; i < values.length; i++) {
            Json value = change.apply(values[i]);
            if (value != values[i]) {
                changed = changed == null ? values.clone() : changed;
                changed[i] = value;
            }
        }
        return changed == null ? this : new JsonArray(changed);
    }

    public List<Json> toList() {
        return new ArrayList<>(Arrays.asList(values));
    }

    @Override
    public Iterator<Json> iterator() {
        return Arrays.asList(values).iterator();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other || (other instanceof JsonArray array && Arrays.equals(values, array.values));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return JsonText.write(this);
    }
}
