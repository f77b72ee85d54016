package dev.sluice.kube.apiserver.cel;

import dev.cel.runtime.RuntimeEquality;
import dev.cel.runtime.RuntimeHelpers;
import dev.sluice.kube.apiserver.cel.CelSchema.ListOf;
import dev.sluice.kube.apiserver.cel.CelSchema.ListSort;
import dev.sluice.kube.apiserver.cel.CelSchema.ObjectOf;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Equality and concatenation of values. Lists of type set or map are compared without regard to order.
final class CelEquality {
    private static final RuntimeEquality PLAIN =
            RuntimeEquality.create(RuntimeHelpers.create(), CelEnvironment.OPTIONS);

    private CelEquality() {}

    static boolean equal(Object one, Object other) {
        if (one instanceof List<?> list && other instanceof List<?> with) {
            return lists(list, with);
        }
        if (one instanceof JsonMap map && other instanceof JsonMap with) {
            return objects(map, with);
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> with) {
            return maps(map, with);
        }
        if (one instanceof Optional<?> optional && other instanceof Optional<?> with) {
            return optional.isPresent() == with.isPresent()
                    && (optional.isEmpty() || equal(optional.get(), with.get()));
        }
        return isOwn(one) ? one.equals(other) : PLAIN.objectEquals(one, other);
    }

    private static boolean isOwn(Object value) {
        return value.getClass().getName().startsWith("dev.sluice.") || value instanceof java.net.URI;
    }

    private static boolean lists(List<?> one, List<?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        ListSort sort = one instanceof JsonList list ? list.shape().sort() : ListSort.ATOMIC;
        for (int i = 0; i < one.size(); i++) {
            Object item = one.get(i);
            boolean isThere = switch (sort) {
                case ATOMIC -> equal(item, other.get(i));
                case SET -> other.stream().anyMatch(each -> equal(item, each));
                case MAP -> keyed((JsonList) one, item, other);
            };
            if (!isThere) {
                return false;
            }
        }
        return true;
    }

    private static boolean keyed(JsonList list, Object item, List<?> others) {
        for (Object other : others) {
            if (item instanceof JsonMap map
                    && other instanceof JsonMap with
                    && keys(list.shape(), map.json()).equals(keys(list.shape(), with.json()))) {
                return equal(item, other);
            }
        }
        return false;
    }

    private static List<Json> keys(ListOf shape, JsonObject item) {
        List<Json> keys = new ArrayList<>();
        for (String key : shape.keys()) {
            Json value = item.get(key);
            keys.add(value == null ? JsonObject.EMPTY : value);
        }
        return keys;
    }

    /// What expressions cannot see is compared, too.
    private static boolean objects(JsonMap one, JsonMap other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (String name : one.json().names()) {
            Json value = one.json().get(name);
            Json with = other.json().get(name);
            CelSchema shape = one.shapeOf(name);
            boolean isSame = shape == null
                    ? with == null || with.equals(value)
                    : with != null && value != null && sameValue(shape, value, with);
            if (!isSame) {
                return false;
            }
        }
        return one.shape() instanceof ObjectOf || one.json().names().stream().allMatch(other.json()::has);
    }

    private static boolean sameValue(CelSchema shape, Json one, Json other) {
        return one.equals(other) || equal(CelValues.of(shape, one), CelValues.of(shape, other));
    }

    private static boolean maps(Map<?, ?> one, Map<?, ?> other) {
        if (one.size() != other.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : one.entrySet()) {
            Object with = PLAIN.findInMap(other, entry.getKey()).orElse(null);
            if (with == null || !equal(entry.getValue(), with)) {
                return false;
            }
        }
        return true;
    }

    /// `one + other`.
    static List<?> sum(List<?> one, List<?> other) {
        if (!(one instanceof JsonList list) || list.shape().sort() == ListSort.ATOMIC) {
            return RuntimeHelpers.concat(List.<Object>copyOf(one), List.<Object>copyOf(other));
        }
        List<Json> items = list.json().toList();
        List<Object> known = new ArrayList<>(one);
        for (Object item : other) {
            Json json = json(item);
            if (json == null) {
                return RuntimeHelpers.concat(List.<Object>copyOf(one), List.<Object>copyOf(other));
            }
            int at = indexOf(list, known, item);
            put(known, at, item);
            put(items, at, json);
        }
        return new JsonList(list.shape(), JsonArray.of(items));
    }

    /// Nothing if it is not written so in objects.
    private static @Nullable Json json(Object value) {
        return switch (value) {
            case JsonMap map -> map.json();
            case JsonList list -> list.json();
            case String text -> Json.of(text);
            case Long number -> Json.of(number);
            case Boolean bool -> Json.of(bool);
            default -> null;
        };
    }

    private static <T> void put(List<T> list, int at, T item) {
        if (at < 0) {
            list.add(item);
        } else {
            list.set(at, item);
        }
    }

    private static int indexOf(JsonList list, List<Object> items, Object item) {
        for (int i = 0; i < items.size(); i++) {
            Object each = items.get(i);
            boolean isIt = (each instanceof JsonMap one
                            && item instanceof JsonMap other
                            && list.shape().sort() == ListSort.MAP)
                    ? keys(list.shape(), one.json()).equals(keys(list.shape(), other.json()))
                    : equal(each, item);
            if (isIt) {
                return i;
            }
        }
        return -1;
    }
}
