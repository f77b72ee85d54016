package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A node of a structural schema.
record SchemaNode(JsonObject schema) {
    static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

    String type() {
        return schema.text("type");
    }

    JsonObject properties() {
        return schema.object("properties");
    }

    @Nullable
    SchemaNode property(String name) {
        return properties().get(name) instanceof JsonObject property ? new SchemaNode(property) : null;
    }

    /// What values under other names must be, if that is said.
    @Nullable
    SchemaNode others() {
        return schema.get("additionalProperties") instanceof JsonObject other ? new SchemaNode(other) : null;
    }

    /// Whether values under other names may be anything.
    boolean hasAnyOthers() {
        return schema.get("additionalProperties") == JsonBoolean.TRUE;
    }

    @Nullable
    SchemaNode items() {
        return schema.get("items") instanceof JsonObject items ? new SchemaNode(items) : null;
    }

    boolean isIntOrString() {
        return schema.isTrue("x-kubernetes-int-or-string");
    }

    boolean keepsUnknown() {
        return schema.isTrue("x-kubernetes-preserve-unknown-fields");
    }

    boolean isResource() {
        return schema.isTrue("x-kubernetes-embedded-resource");
    }

    boolean isNullable() {
        return schema.isTrue("nullable");
    }

    @Nullable
    Json standard() {
        return schema.get("default");
    }

    String listType() {
        return schema.text("x-kubernetes-list-type");
    }

    List<String> listKeys() {
        return schema.array("x-kubernetes-list-map-keys").toList().stream()
                .map(key -> key instanceof JsonString text ? text.text() : "")
                .toList();
    }
}
