package dev.sluice.kube.validation.node;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class RuntimeClassColumns {
    static final List<Column> RUNTIME_CLASSES = List.of(NAME, Column.text("Handler", Cells.at("handler")), AGE);

    private RuntimeClassColumns() {}
}
