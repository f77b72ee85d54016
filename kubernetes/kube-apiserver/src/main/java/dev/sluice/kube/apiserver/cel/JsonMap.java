package dev.sluice.kube.apiserver.cel;

import dev.sluice.kube.apiserver.cel.CelSchema.MapOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.AbstractMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An object within an object, seen as a map. Fields that its shape does not know are not seen, nor are those
/// that say null.
final class JsonMap extends AbstractMap<String, Object> {
    static final MapOf OF_ANY = new MapOf(CelSchema.ANY, CelSchema.REQUEST_SIZE_MAX);

    private final CelSchema shape;
    private final JsonObject object;

    JsonMap(CelSchema shape, JsonObject object) {
        this.shape = shape;
        this.object = object;
    }

    CelSchema shape() {
        return shape;
    }

    JsonObject json() {
        return object;
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        String name = name(key);
        Json value = name == null ? null : object.get(name);
        CelSchema known = name == null ? null : shapeOf(name);
        return value == null || known == null || isMissing(value) ? null : CelValues.of(known, value);
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        String name = name(key);
        Json value = name == null ? null : object.get(name);
        return name != null && value != null && shapeOf(name) != null && !isMissing(value);
    }

    /// Null within a map is a value; a field that is null is as good as none.
    private boolean isMissing(Json value) {
        return value == JsonNull.NULL && shape instanceof ObjectOf;
    }

    private @Nullable String name(@Nullable Object key) {
        if (!(key instanceof String text)) {
            return null;
        }
        return shape instanceof ObjectOf of ? of.meant(text).orElse(null) : text;
    }

    /// Of a field by its name in objects.
    @Nullable
    CelSchema shapeOf(String name) {
        CelSchema known = switch (shape) {
            case MapOf map -> map.values();
            case ObjectOf of -> of.fields().get(name);
            default -> null;
        };
        boolean isHidden = known instanceof CelSchema.Scalar scalar && scalar.sort() == CelSchema.Sort.HIDDEN;
        return isHidden ? null : known;
    }

    @Override
    public int size() {
        return object.size();
    }

    @Override
    public Set<Entry<String, Object>> entrySet() {
        Set<Entry<String, Object>> entries = new LinkedHashSet<>();
        for (String name : object.names()) {
            String key = shape instanceof ObjectOf of ? of.written(name).orElse(name) : name;
            Object value = get(key);
            if (value != null) {
                entries.add(new SimpleImmutableEntry<>(key, value));
            }
        }
        return entries;
    }
}
