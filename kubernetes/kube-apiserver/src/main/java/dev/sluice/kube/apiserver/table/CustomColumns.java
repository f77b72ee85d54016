package dev.sluice.kube.apiserver.table;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonBoolean;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.util.ArrayList;
import java.util.List;

/// The columns that a custom resource defines in `additionalPrinterColumns`.
final class CustomColumns {
    private CustomColumns() {}

    /// Name first, and age if none are given.
    static List<Column> of(JsonArray given) {
        List<Column> columns = new ArrayList<>(List.of(Cells.NAME));
        if (given.isEmpty()) {
            columns.add(new Column("Age", "date", "", 0, Cells.since("metadata", "creationTimestamp")));
        }
        for (int i = 0; i < given.size(); i++) {
            JsonObject column = given.object(i);
            JsonPath path = JsonPath.parse(column.text("jsonPath"));
            String type = column.text("type");
            columns.add(new Column(
                    column.text("name"),
                    type,
                    column.text("format"),
                    column.number(0, "priority"),
                    (object, ages) -> cell(type, path.find(object), ages)));
        }
        return columns;
    }

    /// What is not of the column's type is not shown; of several values the first is.
    private static Json cell(String type, List<Json> found, HumanDuration ages) {
        Json first = found.isEmpty() ? JsonNull.NULL : found.getFirst();
        return switch (type) {
            case "integer" ->
                first instanceof JsonNumber number ? Json.of(number.asDecimal().longValue()) : JsonNull.NULL;
            case "number" -> first instanceof JsonNumber number ? number : JsonNull.NULL;
            case "boolean" -> first instanceof JsonBoolean bool ? bool : JsonNull.NULL;
            case "date" -> first instanceof JsonString moment ? Json.of(ages.since(moment.text())) : JsonNull.NULL;
            default ->
                switch (first) {
                    case JsonNull _, JsonString _ -> first;
                    default -> Json.of(first.toString());
                };
        };
    }
}
