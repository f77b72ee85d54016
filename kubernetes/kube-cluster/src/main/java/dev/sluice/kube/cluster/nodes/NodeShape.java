package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.quantity.Quantity;
import dev.sluice.kube.quantity.QuantityFormatException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// The capacity of a node: `cpu=64,memory=256Gi,gpu=4`.
public record NodeShape(Map<String, Quantity> resources) {
    /// The kubelet's default (`--max-pods`).
    private static final String PODS_DEFAULT = "110";

    /// Short names of extended resources.
    private static final Map<String, String> SHORT = Map.of("gpu", "nvidia.com/gpu");

    public static final NodeShape DEFAULT = parse("cpu=32,memory=128Gi");

    public NodeShape {
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(resources));
    }

    /// Parses a shape.
    ///
    /// @throws IllegalArgumentException if a part is not `name=quantity`
    public static NodeShape parse(String text) {
        Map<String, Quantity> resources = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals <= 0) {
                throw new IllegalArgumentException("(" + part + ") in the node shape (" + text
                        + ") is no resource with its amount. Maybe cpu=64,memory=256Gi,gpu=4.");
            }
            String name = part.substring(0, equals).strip();
            String amount = part.substring(equals + 1).strip();
            if (resources.put(SHORT.getOrDefault(name, name), quantity(text, name, amount)) != null) {
                throw new IllegalArgumentException("(" + name + ") is twice in the node shape (" + text + ")");
            }
        }
        for (String required : new String[] {"cpu", "memory"}) {
            if (!resources.containsKey(required)) {
                throw new IllegalArgumentException("no (" + required + ") in the node shape (" + text + "). Maybe add "
                        + required + "=" + (required.equals("cpu") ? "64" : "256Gi") + ".");
            }
        }
        resources.putIfAbsent("pods", Quantity.parse(PODS_DEFAULT));
        return new NodeShape(resources);
    }

    private static Quantity quantity(String text, String name, String amount) {
        try {
            Quantity quantity = Quantity.parse(amount);
            if (quantity.signum() < 0) {
                throw new IllegalArgumentException(
                        "(" + name + ") in the node shape (" + text + ") is negative: (" + amount + ")");
            }
            return quantity;
        } catch (QuantityFormatException e) {
            throw new IllegalArgumentException("(" + amount + ") for (" + name + ") in the node shape (" + text
                    + ") is no quantity. Maybe 64, 500m or 256Gi.");
        }
    }

    JsonObject toJson() {
        JsonObject.Builder all = JsonObject.builder();
        resources.forEach((name, amount) -> all.put(name, Json.of(amount.toString())));
        return all.build();
    }
}
