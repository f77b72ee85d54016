package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.List;

/// Who may talk to whom.
final class NetworkPolicyCode implements KindCode {
    private static final List<String> TYPES = List.of("Ingress", "Egress");

    private static final int PORT_MAX = 65_535;

    @Override
    public JsonObject filled(JsonObject object) {
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
    public void check(JsonObject object, Flaws flaws) {
        JsonObject spec = object.object("spec");
        Selectors.check(spec.get("podSelector"), "spec.podSelector", flaws);
        for (String way : List.of("ingress", "egress")) {
            Paths.visit(spec, way + "[].ports[].protocol", (field, protocol) -> {
                String text = protocol instanceof JsonString given ? given.text() : "";
                flaws.oneOf("spec." + field, text, false, List.of("TCP", "UDP", "SCTP"));
            });
            Paths.visit(spec, way + "[].ports[].port", (field, port) -> {
                if (port instanceof JsonNumber number
                        && !isPort(number.asDecimal().longValue())) {
                    flaws.invalid("spec." + field, port, "must be between 1 and 65535, inclusive");
                }
            });
        }
        JsonArray types = spec.array("policyTypes");
        if (types.size() > TYPES.size()) {
            flaws.invalid("spec.policyTypes", types, "may not specify more than two policyTypes");
            return;
        }
        for (int i = 0; i < types.size(); i++) {
            String type = types.get(i) instanceof JsonString text ? text.text() : "";
            flaws.oneOf("spec.policyTypes[" + i + "]", type, true, TYPES);
        }
    }

    private static boolean isPort(long number) {
        return number >= 1 && number <= PORT_MAX;
    }
}
