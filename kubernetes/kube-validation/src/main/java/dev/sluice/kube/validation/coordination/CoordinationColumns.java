package dev.sluice.kube.validation.coordination;

import static dev.sluice.kube.validation.print.Cells.AGE;
import static dev.sluice.kube.validation.print.Cells.NAME;

import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// The columns that `kubectl get` prints for each kind.
final class CoordinationColumns {
    static final List<Column> LEASES = List.of(NAME, Column.text("Holder", Cells.at("spec", "holderIdentity")), AGE);

    static final List<Column> LEASE_CANDIDATES = List.of(
            NAME,
            Column.text("LeaseName", Cells.at("spec", "leaseName")),
            Column.text("BinaryVersion", Cells.at("spec", "binaryVersion")),
            Column.text("EmulationVersion", Cells.at("spec", "emulationVersion")),
            AGE);

    private CoordinationColumns() {}
}
