package dev.sluice.kube.validation.strategy;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.validation.print.Cells;
import dev.sluice.kube.validation.print.Column;
import java.util.List;

/// A kind that is stored as given.
///
/// @param hasStatus whether its status changes through the subresource only
/// @param hasGeneration whether it counts changes of its specification
/// @param createsOnUpdate whether updating an object that does not exist creates it
/// @param columns that `kubectl get` prints
public record PlainStrategy(boolean hasStatus, boolean hasGeneration, boolean createsOnUpdate, List<Column> columns)
        implements Strategy {
    public static final PlainStrategy WITH_STATUS = new PlainStrategy(true, true, false, Cells.NAME_AND_CREATION);

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return hasStatus ? object.without("status") : object;
    }
}
