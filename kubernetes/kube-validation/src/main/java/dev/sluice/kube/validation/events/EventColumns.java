package dev.sluice.kube.validation.events;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.util.List;

/// The columns of Events; the two versions name the same fields differently.
final class EventColumns {
    static final List<Column> CORE = columns(
            new Names("involvedObject", "message", "source", "firstTimestamp", "lastTimestamp", "count"),
            "reportingComponent");
    static final List<Column> NEWER = columns(
            new Names(
                    "regarding",
                    "note",
                    "deprecatedSource",
                    "deprecatedFirstTimestamp",
                    "deprecatedLastTimestamp",
                    "deprecatedCount"),
            "reportingController");

    /// What a version calls them.
    private record Names(String subject, String message, String source, String first, String last, String count) {}

    private EventColumns() {}

    private static List<Column> columns(Names names, String reporter) {
        return List.of(
                Column.text("Last Seen", (event, ages) -> Json.of(lastSeen(event, names, ages))),
                Column.text("Type", Cells.at("type")),
                Column.text("Reason", Cells.at("reason")),
                Column.text("Object", Cells.text(event -> subject(event.object(names.subject)))),
                Column.text("Subobject", Cells.at(names.subject, "fieldPath")).wide(),
                Column.text("Source", Cells.text(event -> source(event, names.source, reporter)))
                        .wide(),
                Column.text(
                        "Message", Cells.text(event -> event.text(names.message).strip())),
                Column.text("First Seen", (event, ages) -> Json.of(firstSeen(event, names, ages)))
                        .wide(),
                Column.text("Count", (event, _) -> Json.of(count(event, names))).wide(),
                new Column("Name", "string", "name", 1, Cells.at("metadata", "name")));
    }

    private static String firstSeen(JsonObject event, Names names, HumanDuration ages) {
        String first = event.text(names.first);
        return ages.since(first.isEmpty() ? event.text("eventTime") : first);
    }

    private static String lastSeen(JsonObject event, Names names, HumanDuration ages) {
        if (event.get("series") instanceof JsonObject series) {
            return ages.since(series.text("lastObservedTime"));
        }
        String last = event.text(names.last);
        return last.isEmpty() ? firstSeen(event, names, ages) : ages.since(last);
    }

    private static long count(JsonObject event, Names names) {
        if (event.get("series") instanceof JsonObject series) {
            return series.number(0, "count");
        }
        return Math.max(1, event.number(0, names.count));
    }

    private static String subject(JsonObject subject) {
        String kind = Cells.lowerCase(subject.text("kind"));
        return subject.text("name").isEmpty() ? kind : kind + "/" + subject.text("name");
    }

    private static String source(JsonObject event, String source, String reporter) {
        String component = firstOf(event.text(source, "component"), event.text(reporter));
        String instance = firstOf(event.text(source, "host"), event.text("reportingInstance"));
        return instance.isEmpty() ? component : component + ", " + instance;
    }

    private static String firstOf(String one, String other) {
        return one.isEmpty() ? other : one;
    }
}
