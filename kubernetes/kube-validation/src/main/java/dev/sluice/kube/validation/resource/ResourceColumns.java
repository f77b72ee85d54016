package dev.sluice.kube.validation.resource;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.HumanDuration;
import java.util.ArrayList;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class ResourceColumns {
    static final List<Column> DEVICE_CLASSES = List.of(NAME, AGE);

    static final List<Column> RESOURCE_CLAIMS =
            List.of(NAME, Column.text("State", Cells.text(ResourceColumns::claimState)), AGE);

    static final List<Column> RESOURCE_CLAIM_TEMPLATES = List.of(NAME, AGE);

    static final List<Column> RESOURCE_SLICES = List.of(
            NAME,
            Column.text("Node", Cells.at("spec", "nodeName")),
            Column.text("Driver", Cells.at("spec", "driver")),
            Column.text("Pool", Cells.at("spec", "pool", "name")),
            AGE);

    static final List<Column> DEVICE_TAINT_RULES = List.of(
            NAME,
            Column.text("Key", Cells.at("spec", "taint", "key")),
            Column.text("Value", Cells.at("spec", "taint", "value")),
            Column.text("Effect", Cells.at("spec", "taint", "effect")),
            Column.text("TimeAdded", ResourceColumns::timeAdded),
            AGE);

    private ResourceColumns() {}

    private static String claimState(JsonObject claim) {
        List<String> states = new ArrayList<>();
        boolean isGoing = claim.object("metadata").has("deletionTimestamp");
        if (isGoing) {
            states.add("deleted");
        }
        if (claim.object("status").has("allocation")) {
            states.add("allocated");
            if (!claim.array("status", "reservedFor").isEmpty()) {
                states.add("reserved");
            }
        } else if (!isGoing) {
            states.add("pending");
        }
        return String.join(",", states);
    }

    private static Json timeAdded(JsonObject rule, HumanDuration ages) {
        String added = rule.text("spec", "taint", "timeAdded");
        return Json.of(added.isEmpty() ? "" : ages.since(added));
    }
}
