package dev.sluice.kube.validation.flowcontrol;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class FlowControlColumns {
    static final List<Column> FLOW_SCHEMAS = List.of(
            NAME,
            Column.text("PriorityLevel", Cells.at("spec", "priorityLevelConfiguration", "name")),
            Column.text("MatchingPrecedence", Cells.number("spec", "matchingPrecedence")),
            Column.text("DistinguisherMethod", Cells.atOr(NONE, "spec", "distinguisherMethod", "type")),
            AGE,
            Column.text("MissingPL", Cells.text(FlowControlColumns::dangling)));

    static final List<Column> PRIORITY_LEVELS = List.of(
            NAME,
            Column.text("Type", Cells.at("spec", "type")),
            Column.text("NominalConcurrencyShares", Cells.atOr(NONE, "spec", "limited", "nominalConcurrencyShares")),
            queuing("Queues", "queues"),
            queuing("HandSize", "handSize"),
            queuing("QueueLengthLimit", "queueLengthLimit"),
            AGE);

    private FlowControlColumns() {}

    private static String dangling(JsonObject flow) {
        JsonArray conditions = flow.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            if (conditions.object(i).text("type").equals("Dangling")) {
                return conditions.object(i).text("status");
            }
        }
        return "?";
    }

    private static Column queuing(String column, String field) {
        return Column.text(column, Cells.atOr(NONE, "spec", "limited", "limitResponse", "queuing", field));
    }
}
