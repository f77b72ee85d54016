package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.JsonObject;

/// Kinds that are kept as they are given.
///
/// @param hasStatus whether they have a status that only its sub-resource changes
/// @param hasGeneration whether they count how often their specification has changed
/// @param createsOnUpdate whether an update of one that is not there creates it
public record PlainStrategy(boolean hasStatus, boolean hasGeneration, boolean createsOnUpdate) implements Strategy {
    public static final PlainStrategy WITH_STATUS = new PlainStrategy(true, true, false);

    /// Without a status: what they have, they have from whoever writes them.
    public static final PlainStrategy DATA = new PlainStrategy(false, false, false);

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return hasStatus ? object.without("status") : object;
    }
}
