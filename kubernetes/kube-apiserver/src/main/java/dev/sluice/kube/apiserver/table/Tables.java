package dev.sluice.kube.apiserver.table;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.apiserver.schema.CustomType;
import dev.sluice.kube.apiserver.schema.ResourceRegistry;
import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.validation.Strategies;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.util.ArrayList;
import java.util.List;

/// Builds tables from objects.
public final class Tables {
    private final ResourceRegistry registry;
    private final Strategies strategies;
    private final HumanDuration ages;

    public Tables(ResourceRegistry registry, Strategies strategies, HumanDuration ages) {
        this.registry = registry;
        this.strategies = strategies;
        this.ages = ages;
    }

    /// What the rows of a table have beside their cells.
    public enum Include {
        NONE,
        METADATA,
        OBJECT
    }

    /// A table of objects.
    ///
    /// @param version of the table, with its group
    /// @param metadata of the table: that of the list, or the version of the object
    /// @param withHead whether columns are told
    public JsonObject table(
            ResourceType type,
            String version,
            JsonObject metadata,
            List<JsonObject> objects,
            Include include,
            boolean withHead) {
        List<Column> columns = columns(type);
        List<Json> rows = new ArrayList<>(objects.size());
        for (JsonObject object : objects) {
            rows.add(row(type, version, columns, object, include));
        }
        return JsonObject.builder()
                .put("kind", "Table")
                .put("apiVersion", version)
                .put("metadata", metadata)
                .put(
                        "columnDefinitions",
                        withHead
                                ? JsonArray.of(
                                        columns.stream().map(Column::definition).toList())
                                : JsonNull.NULL)
                .put("rows", JsonArray.of(rows))
                .build();
    }

    private List<Column> columns(ResourceType type) {
        CustomType custom = registry.custom(type);
        return custom == null ? strategies.of(type).columns() : CustomColumns.of(custom.columns());
    }

    private Json row(ResourceType type, String version, List<Column> columns, JsonObject object, Include include) {
        List<Json> cells = new ArrayList<>(columns.size());
        for (Column column : columns) {
            cells.add(column.cell().of(object, ages));
        }
        JsonObject.Builder row = JsonObject.builder().put("cells", JsonArray.of(cells));
        JsonArray conditions = strategies.of(type).rowConditions(object);
        if (!conditions.isEmpty()) {
            row.put("conditions", conditions);
        }
        return row.put(
                        "object",
                        switch (include) {
                            case NONE -> JsonNull.NULL;
                            case METADATA -> partial(version, object);
                            case OBJECT -> object;
                        })
                .build();
    }

    /// An object's metadata alone.
    ///
    /// @param version of what is made, with its group
    public static JsonObject partial(String version, JsonObject object) {
        return JsonObject.builder()
                .put("kind", "PartialObjectMetadata")
                .put("apiVersion", version)
                .put("metadata", KubeObjects.metadata(object))
                .build();
    }
}
