package dev.sluice.kube.validation.print;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;

/// A column of a table.
///
/// @param type as OpenAPI names it: `string`, `integer`, `boolean`, `date`
/// @param format such as `name`; mostly empty
/// @param priority 0 is always shown, others only with `-o wide`
public record Column(String name, String type, String format, long priority, Cell cell) {

    public static Column text(String name, Cell cell) {
        return new Column(name, "string", "", 0, cell);
    }

    public static Column whole(String name, Cell cell) {
        return new Column(name, "integer", "", 0, cell);
    }

    public static Column truth(String name, Cell cell) {
        return new Column(name, "boolean", "", 0, cell);
    }

    /// Shown only with `-o wide`.
    public Column wide() {
        return new Column(name, type, format, 1, cell);
    }

    public Json definition() {
        return JsonObject.builder()
                .put("name", name)
                .put("type", type)
                .put("format", format)
                .put("description", "")
                .put("priority", priority)
                .build();
    }
}
