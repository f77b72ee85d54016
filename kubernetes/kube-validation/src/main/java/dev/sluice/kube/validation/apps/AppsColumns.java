package dev.sluice.kube.validation.apps;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.NONE;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.print.TemplateColumns;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class AppsColumns {
    static final List<Column> REPLICA_SETS = TemplateColumns.replicas(TemplateColumns.SELECTOR);

    static final List<Column> DEPLOYMENTS = TemplateColumns.joined(
            List.of(
                    NAME,
                    Column.text("Ready", Cells.text(AppsColumns::readyOfWanted)),
                    Column.text("Up-to-date", Cells.number("status", "updatedReplicas")),
                    Column.text("Available", Cells.number("status", "availableReplicas")),
                    AGE),
            Cells.containers("spec", "template"),
            Column.text("Selector", Cells.text(object -> Cells.selector(object.object("spec", "selector"))))
                    .wide());

    static final List<Column> STATEFUL_SETS = TemplateColumns.joined(
            List.of(NAME, Column.text("Ready", Cells.text(AppsColumns::readyOfWanted)), AGE),
            Cells.containers("spec", "template"));

    static final List<Column> DAEMON_SETS = TemplateColumns.joined(
            List.of(
                    NAME,
                    Column.whole("Desired", Cells.number("status", "desiredNumberScheduled")),
                    Column.whole("Current", Cells.number("status", "currentNumberScheduled")),
                    Column.whole("Ready", Cells.number("status", "numberReady")),
                    Column.whole("Up-to-date", Cells.number("status", "updatedNumberScheduled")),
                    Column.whole("Available", Cells.number("status", "numberAvailable")),
                    Column.text(
                            "Node Selector",
                            Cells.text(
                                    object -> Cells.labels(object.object("spec", "template", "spec", "nodeSelector")))),
                    AGE),
            Cells.containers("spec", "template"),
            TemplateColumns.SELECTOR);

    static final List<Column> CONTROLLER_REVISIONS = List.of(
            NAME,
            Column.text("Controller", Cells.text(AppsColumns::controller)),
            Column.text("Revision", Cells.number("revision")),
            AGE);

    private AppsColumns() {}

    private static String readyOfWanted(JsonObject object) {
        return object.number(0, "status", "readyReplicas") + "/" + object.number(0, "spec", "replicas");
    }

    private static String controller(JsonObject object) {
        JsonArray owners = object.array("metadata", "ownerReferences");
        for (int i = 0; i < owners.size(); i++) {
            JsonObject owner = owners.object(i);
            if (owner.isTrue("controller")) {
                String version = owner.text("apiVersion");
                String group = version.contains("/") ? "." + version.substring(0, version.indexOf('/')) : "";
                return Cells.lowerCase(owner.text("kind") + group) + "/" + owner.text("name");
            }
        }
        return NONE;
    }
}
