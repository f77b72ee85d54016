package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/// Removes fields that the schema does not specify.
final class Pruning {
    private final List<String> gone = new ArrayList<>();

    private Pruning() {}

    static JsonObject pruned(JsonObject schema, JsonObject object) {
        return new Pruning().object(new SchemaNode(schema), object, "", true);
    }

    /// The paths of what would be taken away.
    static List<String> unknown(JsonObject schema, JsonObject object) {
        Pruning pruning = new Pruning();
        pruning.object(new SchemaNode(schema), object, "", true);
        return List.copyOf(pruning.gone);
    }

    private Json value(SchemaNode node, Json value, String path) {
        return switch (value) {
            case JsonObject object -> object(node, object, path, node.isResource());
            case JsonArray array -> {
                SchemaNode items = node.items();
                if (items == null) {
                    yield array;
                }
                List<Json> changed = new ArrayList<>();
                for (int i = 0; i < array.size(); i++) {
                    changed.add(value(items, array.get(i), path + "[" + i + "]"));
                }
                yield JsonArray.of(changed);
            }
            default -> value;
        };
    }

    private JsonObject object(SchemaNode node, JsonObject object, String path, boolean isResource) {
        JsonObject changed = object;
        for (int i = 0; i < object.size(); i++) {
            String name = object.name(i);
            if (isResource && SchemaNode.META.contains(name)) {
                continue;
            }
            SchemaNode known = node.property(name);
            if (known == null) {
                known = node.others();
            }
            String inner = path.isEmpty() ? name : path + "." + name;
            if (known != null) {
                changed = changed.with(name, value(known, object.value(i), inner));
            } else if (!node.keepsUnknown() && !node.hasAnyOthers()) {
                gone.add(inner);
                changed = changed.without(name);
            }
        }
        return changed;
    }
}
