package dev.sluice.kube.validation.apiregistration;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class ApiServiceColumns {
    static final List<Column> API_SERVICES = List.of(
            NAME,
            Column.text("Service", Cells.text(ApiServiceColumns::service)),
            Column.text("Available", Cells.text(ApiServiceColumns::available)),
            AGE);

    private ApiServiceColumns() {}

    private static String service(JsonObject api) {
        JsonObject service = api.object("spec", "service");
        return service.isEmpty() ? "Local" : service.text("namespace") + "/" + service.text("name");
    }

    /// An API that is not available says why, if it has a reason.
    private static String available(JsonObject api) {
        JsonArray conditions = api.array("status", "conditions");
        for (int i = 0; i < conditions.size(); i++) {
            JsonObject condition = conditions.object(i);
            if (condition.text("type").equals("Available")) {
                boolean isExplained = !condition.text("status").equals("True")
                        && !condition.text("reason").isEmpty();
                return condition.text("status") + (isExplained ? " (" + condition.text("reason") + ")" : "");
            }
        }
        return "Unknown";
    }
}
