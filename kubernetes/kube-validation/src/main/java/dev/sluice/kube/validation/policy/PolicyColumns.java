package dev.sluice.kube.validation.policy;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class PolicyColumns {
    static final List<Column> POD_DISRUPTION_BUDGETS = List.of(
            NAME,
            Column.text("Min Available", Cells.textAtOr("N/A", "spec", "minAvailable")),
            Column.text("Max Unavailable", Cells.textAtOr("N/A", "spec", "maxUnavailable")),
            Column.whole("Allowed Disruptions", Cells.number("status", "disruptionsAllowed")),
            AGE);

    private PolicyColumns() {}
}
