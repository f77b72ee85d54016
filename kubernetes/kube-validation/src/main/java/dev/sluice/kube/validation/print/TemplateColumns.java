package dev.sluice.kube.validation.print;

import java.util.ArrayList;
import java.util.List;

/// The columns that kinds with a pod template have in common.
public final class TemplateColumns {
    public static final Column SELECTOR = selector("spec", "selector");

    private TemplateColumns() {}

    /// A kind's own columns, then those of its containers, then the last ones.
    public static List<Column> joined(List<Column> own, List<Column> containers, Column... last) {
        List<Column> all = new ArrayList<>(own);
        all.addAll(containers);
        all.addAll(List.of(last));
        return List.copyOf(all);
    }

    /// The same column, shown also without `-o wide`.
    public static Column shown(Column column) {
        return Column.text(column.name(), column.cell());
    }

    public static Column selector(String... path) {
        return Column.text("Selector", Cells.text(object -> Cells.orNone(Cells.selector(object.object(path)))))
                .wide();
    }

    /// The columns of replica sets and replication controllers.
    public static List<Column> replicas(Column selector) {
        return joined(
                List.of(
                        Cells.NAME,
                        Column.whole("Desired", Cells.number("spec", "replicas")),
                        Column.whole("Current", Cells.number("status", "replicas")),
                        Column.whole("Ready", Cells.number("status", "readyReplicas")),
                        Cells.AGE),
                Cells.containers("spec", "template"),
                selector);
    }
}
