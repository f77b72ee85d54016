package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.quantity.Quantity;

/// Reads quantities, which JSON has as text or as numbers.
public final class Quantities {
    private Quantities() {}

    public static Quantity of(Json amount) {
        return Quantity.parse(amount instanceof JsonString text ? text.text() : amount.toString());
    }
}
