package dev.sluice.kube.validation.rbac;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.ArrayList;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class RbacColumns {
    static final List<Column> BINDINGS = List.of(
            NAME,
            Column.text(
                    "Role",
                    Cells.text(object -> object.text("roleRef", "kind") + "/" + object.text("roleRef", "name"))),
            AGE,
            Column.text("Users", Cells.text(object -> subjects(object, "User"))).wide(),
            Column.text("Groups", Cells.text(object -> subjects(object, "Group")))
                    .wide(),
            Column.text("ServiceAccounts", Cells.text(object -> subjects(object, "ServiceAccount")))
                    .wide());

    private RbacColumns() {}

    private static String subjects(JsonObject binding, String kind) {
        List<String> names = new ArrayList<>();
        JsonArray subjects = binding.array("subjects");
        for (int i = 0; i < subjects.size(); i++) {
            JsonObject subject = subjects.object(i);
            if (subject.text("kind").equals(kind)) {
                String prefix = kind.equals("ServiceAccount") ? subject.text("namespace") + "/" : "";
                names.add(prefix + subject.text("name"));
            }
        }
        return String.join(", ", names);
    }
}
