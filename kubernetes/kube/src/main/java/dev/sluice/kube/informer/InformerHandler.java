package dev.sluice.kube.informer;

import dev.sluice.kube.json.JsonObject;
import java.util.function.Consumer;

/// Is told what becomes of the objects of an informer.
///
/// Of each object (by its uid, not only by its name) it hears that it is there, then any number of changes,
/// then that it is gone. What came between may be left out if the informer had to list anew; an end never is.
public interface InformerHandler {

    void added(JsonObject object);

    /// It is another than before.
    ///
    /// @param before as it was told last
    void changed(JsonObject before, JsonObject object);

    /// It is no more.
    ///
    /// @param last as it was at its end, or, if nobody saw that, as it was told last
    void gone(JsonObject last);

    /// One to whom it is all the same what happened: that something did is enough to look.
    static InformerHandler ofAnything(Consumer<JsonObject> look) {
        return new InformerHandler() {
            @Override
            public void added(JsonObject object) {
                look.accept(object);
            }

            @Override
            public void changed(JsonObject before, JsonObject object) {
                look.accept(object);
            }

            @Override
            public void gone(JsonObject last) {
                look.accept(last);
            }
        };
    }
}
