package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;

/// Applies a schema's defaults. Null counts as missing where the schema is not nullable.
final class SchemaDefaulting {
    private SchemaDefaulting() {}

    static JsonObject filledIn(JsonObject schema, JsonObject object) {
        return object(new SchemaNode(schema), object);
    }

    private static Json value(SchemaNode node, Json value) {
        return switch (value) {
            case JsonObject object -> object(node, object);
            case JsonArray array -> {
                SchemaNode items = node.items();
                yield items == null ? array : array.map(item -> value(items, item));
            }
            default -> value;
        };
    }

    private static JsonObject object(SchemaNode node, JsonObject object) {
        JsonObject changed = object;
        JsonObject properties = node.properties();
        for (String name : properties.names()) {
            SchemaNode property = node.property(name);
            Json standard = property == null ? null : property.standard();
            boolean isMissing = !changed.has(name)
                    || (property != null && !property.isNullable() && changed.get(name) == JsonNull.NULL);
            if (isMissing) {
                changed = standard == null ? changed.without(name) : changed.with(name, standard);
            }
        }
        SchemaNode others = node.others();
        for (String name : changed.names()) {
            SchemaNode inner = node.property(name) == null ? others : node.property(name);
            Json value = changed.get(name);
            if (inner != null && value != null) {
                changed = changed.with(name, value(inner, value));
            }
        }
        return changed;
    }
}
