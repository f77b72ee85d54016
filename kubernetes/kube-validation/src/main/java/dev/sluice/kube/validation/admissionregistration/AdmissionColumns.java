package dev.sluice.kube.validation.admissionregistration;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;
import static dev.sluice.kube.validation.print.Cells.UNSET;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class AdmissionColumns {
    static final List<Column> WEBHOOKS = List.of(NAME, Column.whole("Webhooks", Cells.count("webhooks")), AGE);

    static final List<Column> VALIDATING_POLICIES = policy("Validations", "validations");

    static final List<Column> MUTATING_POLICIES = policy("Mutations", "mutations");

    static final List<Column> POLICY_BINDINGS = List.of(
            NAME,
            Column.text("PolicyName", Cells.at("spec", "policyName")),
            Column.text("ParamRef", Cells.text(AdmissionColumns::parameterReference)),
            AGE);

    private AdmissionColumns() {}

    private static List<Column> policy(String column, String field) {
        return List.of(
                NAME,
                Column.whole(column, Cells.count("spec", field)),
                Column.text("ParamKind", Cells.text(AdmissionColumns::parameterKind)),
                AGE);
    }

    private static String parameterKind(JsonObject policy) {
        JsonObject kind = policy.object("spec", "paramKind");
        return kind.isEmpty() ? UNSET : kind.text("apiVersion") + "/" + kind.text("kind");
    }

    private static String parameterReference(JsonObject binding) {
        JsonObject reference = binding.object("spec", "paramRef");
        if (reference.text("name").isEmpty()) {
            return UNSET;
        }
        String namespace = reference.text("namespace");
        return (namespace.isEmpty() ? "*" : namespace) + "/" + reference.text("name");
    }
}
