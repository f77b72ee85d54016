package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// One kind of an API group.
///
/// @param resource with its group, such as `jobs.batch`
/// @param strategy what the table of kinds cannot express
/// @param columns that `kubectl get` prints
public record Kind(String resource, KindStrategy strategy, List<Column> columns) {

    /// A kind with a strategy and the columns of any kind.
    public static Kind of(String resource, KindStrategy strategy) {
        return new Kind(resource, strategy, Cells.NAME_AND_CREATION);
    }

    /// A kind that the table of kinds describes completely.
    public static Kind printed(String resource, List<Column> columns) {
        return new Kind(resource, KindStrategy.NONE, columns);
    }
}
