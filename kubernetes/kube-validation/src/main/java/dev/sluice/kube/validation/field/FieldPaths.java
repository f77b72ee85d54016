package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Fields by path, such as `spec.ports[].protocol`; `[]` stands for each element of a list.
public final class FieldPaths {
    private FieldPaths() {}

    /// Sets a field where it is left out; objects on the way are made, but lists are not.
    public static JsonObject fill(JsonObject object, String path, Json value) {
        return (JsonObject) fill(object, path.split("\\.", -1), 0, value);
    }

    private static Json fill(Json whole, String[] steps, int from, Json value) {
        if (!(whole instanceof JsonObject object)) {
            return whole;
        }
        String step = steps[from];
        boolean isLast = from == steps.length - 1;
        if (step.endsWith("[]")) {
            String name = step.substring(0, step.length() - 2);
            return Defaults.each(object, name, item -> (JsonObject) fill(item, steps, from + 1, value));
        }
        Json inner = object.get(step);
        if (isLast) {
            return isLeftOut(inner) ? object.with(step, value) : object;
        }
        // A question mark: only if it is there.
        if (step.endsWith("?")) {
            String name = step.substring(0, step.length() - 1);
            return object.get(name) instanceof JsonObject given
                    ? object.with(name, fill(given, steps, from + 1, value))
                    : object;
        }
        return object.with(step, fill(inner == null ? JsonObject.EMPTY : inner, steps, from + 1, value));
    }

    private static boolean isLeftOut(@Nullable Json value) {
        return value == null || value.equals(JsonNull.NULL) || value.equals(Json.of(""));
    }

    /// Hands out what a path leads to, with the field's name as errors have it; null if it is not there.
    public static void visit(JsonObject object, String path, BiConsumer<String, @Nullable Json> reader) {
        visit(object, "", path.split("\\.", -1), 0, reader);
    }

    private static void visit(
            @Nullable Json whole, String field, String[] steps, int from, BiConsumer<String, @Nullable Json> reader) {
        if (from == steps.length) {
            reader.accept(field, whole);
            return;
        }
        String step = steps[from];
        boolean isEach = step.endsWith("[]");
        boolean isOptional = step.endsWith("?");
        String name = isEach
                ? step.substring(0, step.length() - 2)
                : isOptional ? step.substring(0, step.length() - 1) : step;
        String inner = field.isEmpty() ? name : field + "." + name;
        Json value = whole instanceof JsonObject object ? object.get(name) : null;
        if (isEach) {
            if (value instanceof JsonArray list) {
                for (int i = 0; i < list.size(); i++) {
                    visit(list.get(i), inner + "[" + i + "]", steps, from + 1, reader);
                }
            }
        } else if (value != null || !isOptional) {
            visit(value, inner, steps, from + 1, reader);
        }
    }

    /// Changes the objects that a path leads to.
    public static JsonObject change(JsonObject object, String path, UnaryOperator<JsonObject> change) {
        int dot = path.indexOf('.');
        String step = dot < 0 ? path : path.substring(0, dot);
        UnaryOperator<JsonObject> inside = dot < 0 ? change : it -> change(it, path.substring(dot + 1), change);
        return step.endsWith("[]")
                ? Defaults.each(object, step.substring(0, step.length() - 2), inside)
                : Defaults.inside(object, step, inside);
    }
}
