package dev.sluice.kube.validation.networking;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.validation.field.FieldPaths;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.List;

/// Network policies.
final class NetworkPolicyStrategy implements KindStrategy {
    private static final List<String> TYPES = List.of("Ingress", "Egress");

    private static final int PORT_MAX = 65_535;

    @Override
    public JsonObject applyDefaults(JsonObject object) {
        JsonObject spec = object.object("spec");
        if (!spec.array("policyTypes").isEmpty()) {
            return object;
        }
        boolean isOfBoth = !spec.array("egress").isEmpty();
        JsonArray types =
                isOfBoth ? JsonArray.of(Json.of("Ingress"), Json.of("Egress")) : JsonArray.of(Json.of("Ingress"));
        return object.with("spec", spec.with("policyTypes", types));
    }

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        JsonObject spec = object.object("spec");
        Selectors.validate(spec.get("podSelector"), "spec.podSelector", errors);
        for (String way : List.of("ingress", "egress")) {
            FieldPaths.visit(spec, way + "[].ports[].protocol", (field, protocol) -> {
                String text = protocol instanceof JsonString given ? given.text() : "";
                errors.oneOf("spec." + field, text, false, List.of("TCP", "UDP", "SCTP"));
            });
            FieldPaths.visit(spec, way + "[].ports[].port", (field, port) -> {
                if (port instanceof JsonNumber number
                        && !isPort(number.asDecimal().longValue())) {
                    errors.invalid("spec." + field, port, "must be between 1 and 65535, inclusive");
                }
            });
        }
        JsonArray types = spec.array("policyTypes");
        if (types.size() > TYPES.size()) {
            errors.invalid("spec.policyTypes", types, "may not specify more than two policyTypes");
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i) instanceof JsonString text ? text.text() : "";
            errors.oneOf("spec.policyTypes[" + i + "]", type, true, TYPES);
        }
    }

    private static boolean isPort(long number) {
        return number >= 1 && number <= PORT_MAX;
    }
}
