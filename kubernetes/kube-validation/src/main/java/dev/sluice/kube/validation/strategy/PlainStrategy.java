package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// Kinds that are kept as they are given.
///
/// @param hasStatus whether they have a status that only its sub-resource changes
/// @param hasGeneration whether they count how often their specification has changed
/// @param createsOnUpdate whether an update of one that is not there creates it
/// @param columns that `kubectl get` prints
public record PlainStrategy(boolean hasStatus, boolean hasGeneration, boolean createsOnUpdate, List<Column> columns)
        implements Strategy {
    public static final PlainStrategy WITH_STATUS = new PlainStrategy(true, true, false, Cells.NAME_AND_CREATION);

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return hasStatus ? object.without("status") : object;
    }
}
