package dev.sluice.kube.json;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A JSON object that keeps the order of its fields.
///
/// Names and values are two parallel arrays. Kubernetes objects have few fields each, so a linear search is faster than
/// a hash table; the large ones are maps of labels and data, which are read whole.
public final class JsonObject implements Json {
    public static final JsonObject EMPTY = new JsonObject(new String[0], new Json[0]);

    private final String[] names;
    private final Json[] values;

    JsonObject(String[] names, Json[] values) {
        this.names = names;
        this.values = values;
    }

    public static JsonObject of(String name, Json value) {
        return new JsonObject(new String[] {name}, new Json[] {value});
    }

    public static JsonObject of(Map<String, ? extends Json> fields) {
        return fields.isEmpty()
                ? EMPTY
                : new JsonObject(
                        fields.keySet().toArray(new String[0]), fields.values().toArray(new Json[0]));
    }

    /// Returns an object of the first fields of two arrays. The names must differ.
    public static JsonObject of(String[] names, Json[] values, int size) {
        return size == 0 ? EMPTY : new JsonObject(Arrays.copyOf(names, size), Arrays.copyOf(values, size));
    }

    public static Builder builder() {
        return new Builder();
    }

    public int size() {
        return names.length;
    }

    public boolean isEmpty() {
        return names.length == 0;
    }

    public String name(int i) {
        return names[i];
    }

    public Json value(int i) {
        return values[i];
    }

    /// Returns the index of the field, or -1.
    public int indexOf(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    public boolean has(String name) {
        return indexOf(name) >= 0;
    }

    public @Nullable Json get(String name) {
        int at = indexOf(name);
        return at < 0 ? null : values[at];
    }

    /// Returns the value at a path of field names, or null if the path does not lead through objects.
    public @Nullable Json at(String... path) {
        Json value = this;
        for (String name : path) {
            Json next = value instanceof JsonObject object ? object.get(name) : null;
            if (next == null) {
                return null;
            }
            value = next;
        }
        return value;
    }

    /// Returns the object at a path, or the empty object.
    public JsonObject object(String... path) {
        return at(path) instanceof JsonObject object ? object : EMPTY;
    }

    /// Returns the array at a path, or the empty array.
    public JsonArray array(String... path) {
        return at(path) instanceof JsonArray array ? array : JsonArray.EMPTY;
    }

    /// Returns the string at a path, or the empty string.
    public String text(String... path) {
        return at(path) instanceof JsonString string ? string.text() : "";
    }

    /// Returns the whole number at a path, or the default.
    public long number(long otherwise, String... path) {
        return at(path) instanceof JsonNumber number && number.isWhole() ? number.asLong() : otherwise;
    }

    public boolean isTrue(String... path) {
        return at(path) == JsonBoolean.TRUE;
    }

    /// Returns a copy with the field replaced in place, or appended.
    @SuppressWarnings("ReferenceEquality") // an unchanged value is the very same
    public JsonObject with(String name, Json value) {
        int at = indexOf(name);
        if (at >= 0) {
            if (values[at] == value) {
                return this;
            }
            Json[] changed = values.clone();
            changed[at] = value;
            return new JsonObject(names, changed);
        }
        String[] moreNames = Arrays.copyOf(names, names.length + 1);
        Json[] moreValues = Arrays.copyOf(values, values.length + 1);
        moreNames[names.length] = name;
        moreValues[values.length] = value;
        return new JsonObject(moreNames, moreValues);
    }

    public JsonObject with(String name, String text) {
        return with(name, new JsonString(text));
    }

    /// Returns a copy with the value at a path; missing objects on the way are created.
    public JsonObject withAt(Json value, String... path) {
        return withAt(value, path, 0);
    }

    private JsonObject withAt(Json value, String[] path, int from) {
        String name = path[from];
        if (from == path.length - 1) {
            return with(name, value);
        }
        JsonObject inner = get(name) instanceof JsonObject object ? object : EMPTY;
        return with(name, inner.withAt(value, path, from + 1));
    }

    /// Returns a copy with the field changed, if present. The field is removed if the function returns null.
    public JsonObject change(String name, UnaryOperator<Json> change) {
        Json value = get(name);
        return value == null ? this : with(name, change.apply(value));
    }

    public JsonObject without(String name) {
        int at = indexOf(name);
        if (at < 0) {
            return this;
        }
        if (names.length == 1) {
            return EMPTY;
        }
        String[] fewerNames = new String[names.length - 1];
        Json[] fewerValues = new Json[names.length - 1];
        System.arraycopy(names, 0, fewerNames, 0, at);
        System.arraycopy(names, at + 1, fewerNames, at, fewerNames.length - at);
        System.arraycopy(values, 0, fewerValues, 0, at);
        System.arraycopy(values, at + 1, fewerValues, at, fewerValues.length - at);
        return new JsonObject(fewerNames, fewerValues);
    }

    /// Returns a copy without the value at a path; objects on the way stay, even if empty.
    public JsonObject withoutAt(String... path) {
        return withoutAt(path, 0);
    }

    private JsonObject withoutAt(String[] path, int from) {
        String name = path[from];
        if (from == path.length - 1) {
            return without(name);
        }
        return get(name) instanceof JsonObject inner ? with(name, inner.withoutAt(path, from + 1)) : this;
    }

    /// Returns the field names, in order.
    public List<String> names() {
        return new AbstractList<>() {
            @Override
            public String get(int i) {
                return names[i];
            }

            @Override
            public int size() {
                return names.length;
            }
        };
    }

    /// Returns the fields with string values, such as labels.
    public Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            if (values[i] instanceof JsonString string) {
                texts.put(names[i], string.text());
            }
        }
        return texts;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        if (!(other instanceof JsonObject object) || object.names.length != names.length) {
            return false;
        }
        for (int i = 0; i < names.length; i++) {
            // Most equal objects have their fields in the same order.
            Json theirs = names[i].equals(object.names[i]) ? object.values[i] : object.get(names[i]);
            if (!values[i].equals(theirs)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        int sum = 0;
        for (int i = 0; i < names.length; i++) {
            sum += names[i].hashCode() ^ values[i].hashCode();
        }
        return sum;
    }

    @Override
    public String toString() {
        return JsonText.write(this);
    }

    /// Builds an object field by field. A name that is put again keeps its place and gets the new value.
    public static final class Builder {
        private static final int CAPACITY = 8;

        /// So many names are searched one by one, which is faster than a hash table for so few.
        private static final int SEARCHED_MAX = 16;

        private String[] names = new String[CAPACITY];
        private Json[] values = new Json[CAPACITY];
        private int size;

        /// The index of each name, once there are more than [#SEARCHED_MAX].
        private @Nullable Map<String, Integer> places;

        private Builder() {}

        public Builder put(String name, Json value) {
            add(name, value);
            return this;
        }

        public Builder put(String name, String text) {
            return put(name, new JsonString(text));
        }

        public Builder put(String name, long number) {
            return put(name, Json.of(number));
        }

        public Builder put(String name, boolean value) {
            return put(name, Json.of(value));
        }

        /// Puts a field.
        ///
        /// @return whether the name is new
        boolean add(String name, Json value) {
            int at = indexOf(name);
            if (at >= 0) {
                values[at] = value;
                return false;
            }
            if (size == names.length) {
                names = Arrays.copyOf(names, 2 * size);
                values = Arrays.copyOf(values, 2 * size);
            }
            names[size] = name;
            values[size] = value;
            if (places != null) {
                places.put(name, size);
            }
            size++;
            return true;
        }

        private int indexOf(String name) {
            if (size > SEARCHED_MAX) {
                return places().getOrDefault(name, -1);
            }
            for (int i = 0; i < size; i++) {
                if (names[i].equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        private Map<String, Integer> places() {
            if (places == null) {
                places = new HashMap<>();
                for (int i = 0; i < size; i++) {
                    places.put(names[i], i);
                }
            }
            return places;
        }

        public JsonObject build() {
            return of(names, values, size);
        }
    }
}
