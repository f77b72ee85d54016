package dev.sluice.kube.validation.scheduling;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class SchedulingColumns {
    static final List<Column> PRIORITY_CLASSES = List.of(
            NAME,
            Column.whole("Value", Cells.number("value")),
            Column.truth("Global-Default", Cells.truth(false, "globalDefault")),
            AGE,
            Column.text("PreemptionPolicy", Cells.at("preemptionPolicy")));

    static final List<Column> WORKLOADS = List.of(NAME, AGE);

    private SchedulingColumns() {}
}
