package dev.sluice.kube.validation.core.volume;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.validation.field.Quantities;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Warnings about amounts of storage.
public final class StorageWarnings {
    private static final int MILLI = 1000;

    private StorageWarnings() {}

    public static void ofClaimSpec(JsonObject spec, String field, Consumer<String> warnings) {
        for (String which : List.of("requests", "limits")) {
            ofFraction(spec.at("resources", which, "storage"), field + ".resources." + which + "[storage]", warnings);
        }
    }

    /// There is no half byte.
    public static void ofFraction(@Nullable Json amount, String field, Consumer<String> warnings) {
        if (amount == null) {
            return;
        }
        Quantity quantity = Quantities.of(amount);
        if (quantity.asMilli() % MILLI != 0) {
            warnings.accept(field + ": fractional byte value " + GoQuoting.of(quantity.toString())
                    + " is invalid, must be an integer");
        }
    }
}
