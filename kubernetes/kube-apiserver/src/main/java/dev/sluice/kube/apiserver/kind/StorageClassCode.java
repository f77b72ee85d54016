package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Kinds of storage.
final class StorageClassCode implements KindCode {
    private static final int PARAMETERS_MAX = 512;

    @Override
    public void check(JsonObject object, Flaws flaws) {
        String provisioner = object.text("provisioner");
        if (provisioner.isEmpty()) {
            flaws.required("provisioner");
        } else {
            String lower = provisioner.toLowerCase(Locale.ROOT);
            flaws.names("provisioner", lower, Names.qualifiedName(lower));
        }
        JsonObject parameters = object.object("parameters");
        if (parameters.size() > PARAMETERS_MAX) {
            flaws.tooLong("parameters", PARAMETERS_MAX);
        } else if (parameters.has("")) {
            flaws.invalid("parameters", "", "field can not be empty.");
        }
        flaws.oneOf("reclaimPolicy", object.text("reclaimPolicy"), false, List.of("Delete", "Retain"));
        flaws.oneOf(
                "volumeBindingMode",
                object.text("volumeBindingMode"),
                true,
                List.of("Immediate", "WaitForFirstConsumer"));
        checkTopologies(object.array("allowedTopologies"), flaws);
    }

    private static void checkTopologies(JsonArray topologies, Flaws flaws) {
        Set<JsonArray> seen = new HashSet<>();
        for (int i = 0; i < topologies.size(); i++) {
            String own = "allowedTopologies[" + i + "].matchLabelExpressions";
            JsonArray expressions = topologies.object(i).array("matchLabelExpressions");
            Set<String> keys = new HashSet<>();
            for (int j = 0; j < expressions.size(); j++) {
                checkExpression(expressions.object(j), own + "[" + j + "]", keys, flaws);
            }
            if (!seen.add(expressions)) {
                flaws.duplicate(own, Json.of(""));
            }
        }
    }

    private static void checkExpression(JsonObject expression, String field, Set<String> keys, Flaws flaws) {
        JsonArray values = expression.array("values");
        if (values.isEmpty()) {
            flaws.required(field + ".values");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i) instanceof JsonString text ? text.text() : "";
            if (!seen.add(value)) {
                flaws.duplicate(field + ".values[" + i + "]", Json.of(value));
            }
        }
        String key = expression.text("key");
        flaws.names(field + ".key", key, Names.qualifiedName(key));
        if (!keys.add(key)) {
            flaws.duplicate(field + ".key", Json.of(key));
        }
    }

    @Override
    public void checkUpdate(JsonObject object, JsonObject old, Flaws flaws) {
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
            flaws.immutable(field, object.get(field), old.get(field));
        }
    }
}
