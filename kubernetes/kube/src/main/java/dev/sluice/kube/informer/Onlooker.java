package dev.sluice.kube.informer;

import dev.sluice.kube.json.JsonObject;

/// Is told what becomes of the objects of an informer.
///
/// Of each object (by its uid, not only by its name) it hears that it is there, then any number of changes, then that
/// it
/// is gone. What came between may be left out if the informer had to list anew; an end never is.
public interface Onlooker {

    void added(JsonObject object);

    /// @param before as it was told last
    void changed(JsonObject before, JsonObject object);

    /// @param last as it was at its end, or, if nobody saw that, as it was told last
    void gone(JsonObject last);
}
