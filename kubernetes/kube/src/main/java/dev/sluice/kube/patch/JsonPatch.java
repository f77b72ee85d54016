package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.json.JsonText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// JSON patch (RFC 6902): a list of operations, applied all or not at all.
///
/// It departs from the RFC where kube-apiserver does: `replace` of a missing field adds it, `copy` of a missing field
/// adds null, `test` for null succeeds if the field is missing, and a missing value is null.
public final class JsonPatch {
    /// kube-apiserver's limit on the operations of one patch.
    public static final int OPERATIONS_MAX = 10_000;

    /// Copies of copies grow by doubling, so kube-apiserver limits the bytes copied in total.
    public static final int COPIED_LENGTH_MAX = 3 << 20;

    private Json document;
    private long copiedLength;

    private JsonPatch(Json document) {
        this.document = document;
    }

    /// Applies a patch.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400 if it is malformed, 413 if it is too long, 422 if it does not
    ///     apply
    public static Json apply(Json document, Json patch) {
        if (patch == JsonNull.NULL) {
            return document;
        }
        if (!(patch instanceof JsonArray operations)) {
            throw PatchErrors.cannotUnmarshal("error decoding patch: ", patch, "value of type []handlers.jsonPatchOp");
        }
        operations.forEach(JsonPatch::check);
        if (operations.size() > OPERATIONS_MAX) {
            throw PatchErrors.tooLarge("The allowed maximum operations in a JSON patch is " + OPERATIONS_MAX + ", got "
                    + operations.size());
        }
        JsonPatch run = new JsonPatch(document);
        for (Json operation : operations) {
            run.apply(operation instanceof JsonObject object ? object : JsonObject.EMPTY);
        }
        return run.document.equals(document) ? document : run.document;
    }

    private static void check(Json operation) {
        if (operation == JsonNull.NULL) {
            return;
        }
        if (!(operation instanceof JsonObject object)) {
            throw PatchErrors.cannotUnmarshal(
                    "error decoding patch: ", operation, "value of type handlers.jsonPatchOp");
        }
        for (String name : List.of("op", "path", "from")) {
            Json value = object.get(name);
            if (value != null && value != JsonNull.NULL && !(value instanceof JsonString)) {
                throw PatchErrors.cannotUnmarshal(
                        "error decoding patch: ", value, "struct field jsonPatchOp." + name + " of type string");
            }
        }
    }

    private void apply(JsonObject operation) {
        switch (operation.text("op")) {
            case "add" -> add(operation, value(operation));
            case "remove" -> remove(operation, "path");
            case "replace" -> replace(operation);
            case "move" -> {
                Json moved = valueAt(operation, "from");
                remove(operation, "from");
                add(operation, moved == null ? JsonNull.NULL : moved);
            }
            case "copy" -> copy(operation);
            case "test" -> test(operation);
            default -> throw PatchErrors.rejected();
        }
    }

    private static Json value(JsonObject operation) {
        Json value = operation.get("value");
        return value == null ? JsonNull.NULL : value;
    }

    private void add(JsonObject operation, Json value) {
        JsonPointer to = pointer(operation, "path");
        checkDepth(to, value);
        change(
                to,
                switch (holder(to)) {
                    case JsonObject object -> object.with(to.last(), value);
                    case JsonArray array -> {
                        int index =
                                to.last().equals("-") ? array.size() : JsonPointer.index(to.last(), array.size() + 1);
                        yield insert(array, found(index), value);
                    }
                    default -> throw PatchErrors.rejected();
                });
    }

    private void remove(JsonObject operation, String field) {
        JsonPointer from = pointer(operation, field);
        change(
                from,
                switch (holder(from)) {
                    case JsonObject object when object.has(from.last()) -> object.without(from.last());
                    case JsonArray array -> {
                        List<Json> values = array.toList();
                        values.remove(found(JsonPointer.index(from.last(), array.size())));
                        yield JsonArray.of(values);
                    }
                    default -> throw PatchErrors.rejected();
                });
    }

    private void replace(JsonObject operation) {
        Json value = value(operation);
        if (operation.get("path") instanceof JsonString(String path) && path.isEmpty()) {
            if (!(value instanceof JsonObject || value instanceof JsonArray)) {
                throw PatchErrors.rejected();
            }
            document = value;
            return;
        }
        JsonPointer to = pointer(operation, "path");
        checkDepth(to, value);
        change(
                to,
                switch (holder(to)) {
                    case JsonObject object -> object.with(to.last(), value);
                    case JsonArray array -> array.with(found(JsonPointer.index(to.last(), array.size())), value);
                    default -> throw PatchErrors.rejected();
                });
    }

    private void copy(JsonObject operation) {
        Json copied = valueAt(operation, "from");
        if (copied != null) {
            copiedLength += JsonText.writeBytes(copied).length;
            if (copiedLength > COPIED_LENGTH_MAX) {
                throw PatchErrors.rejected();
            }
        }
        add(operation, copied == null ? JsonNull.NULL : copied);
    }

    private void test(JsonObject operation) {
        Json wanted = value(operation);
        boolean whole = operation.get("path") instanceof JsonString(String path) && path.isEmpty();
        Json found = whole ? document : valueAt(operation, "path");
        if (!wanted.equals(found == null ? JsonNull.NULL : found)) {
            throw PatchErrors.rejected();
        }
    }

    /// Returns the value that a pointer leads to. Its parent must exist, and so must an array's element.
    private @Nullable Json valueAt(JsonObject operation, String field) {
        JsonPointer at = pointer(operation, field);
        Json holder = holder(at);
        if (holder instanceof JsonArray array) {
            found(JsonPointer.index(at.last(), array.size()));
        }
        return JsonPointer.child(holder, at.last());
    }

    private static JsonPointer pointer(JsonObject operation, String field) {
        JsonPointer pointer = operation.get(field) instanceof JsonString(String text) ? JsonPointer.parse(text) : null;
        if (pointer == null) {
            throw PatchErrors.rejected();
        }
        return pointer;
    }

    private Json holder(JsonPointer pointer) {
        Json holder = pointer.holder(document);
        if (holder == null) {
            throw PatchErrors.rejected();
        }
        return holder;
    }

    private static int found(int index) {
        if (index < 0) {
            throw PatchErrors.rejected();
        }
        return index;
    }

    private void change(JsonPointer at, Json holder) {
        document = at.withHolder(document, holder);
    }

    /// Limits the depth: operations could nest values deeper than the parser accepts.
    private static void checkDepth(JsonPointer to, Json value) {
        if (to.way().size() + 1 + depth(value) > JsonText.DEPTH_MAX) {
            throw PatchErrors.rejected();
        }
    }

    private static int depth(Json value) {
        int deepest = 0;
        switch (value) {
            case JsonObject object -> {
                for (int i = 0; i < object.size(); i++) {
                    deepest = Math.max(deepest, depth(object.value(i)));
                }
            }
            case JsonArray array -> {
                for (Json element : array) {
                    deepest = Math.max(deepest, depth(element));
                }
            }
            default -> {
                return 0;
            }
        }
        return deepest + 1;
    }

    private static JsonArray insert(JsonArray array, int index, Json value) {
        List<Json> values = array.toList();
        values.add(index, value);
        return JsonArray.of(values);
    }
}
