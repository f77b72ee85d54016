package dev.sluice.kube.validation.storage;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.validation.field.NodeLabels;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.strategy.KindStrategy;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Storage classes.
final class StorageClassStrategy implements KindStrategy {
    private static final int PARAMETERS_MAX = 512;

    @Override
    public void validate(JsonObject object, ValidationErrors errors) {
        String provisioner = object.text("provisioner");
        if (provisioner.isEmpty()) {
            errors.required("provisioner");
        } else {
            String lower = provisioner.toLowerCase(Locale.ROOT);
            errors.names("provisioner", lower, NameValidation.qualifiedName(lower));
        }
        JsonObject parameters = object.object("parameters");
        if (parameters.size() > PARAMETERS_MAX) {
            errors.tooLong("parameters", PARAMETERS_MAX);
        } else if (parameters.has("")) {
            errors.invalid("parameters", "", "field can not be empty.");
        }
        errors.oneOf("reclaimPolicy", object.text("reclaimPolicy"), false, List.of("Delete", "Retain"));
        errors.oneOf(
                "volumeBindingMode",
                object.text("volumeBindingMode"),
                true,
                List.of("Immediate", "WaitForFirstConsumer"));
        checkTopologies(object.array("allowedTopologies"), errors);
    }

    private static void checkTopologies(JsonArray topologies, ValidationErrors errors) {
        Set<JsonArray> seen = new HashSet<>();
        for (int i = 0; i < topologies.size(); i++) {
            String own = "allowedTopologies[" + i + "].matchLabelExpressions";
            JsonArray expressions = topologies.object(i).array("matchLabelExpressions");
            Set<String> keys = new HashSet<>();
            for (int j = 0; j < expressions.size(); j++) {
                checkExpression(expressions.object(j), own + "[" + j + "]", keys, errors);
            }
            if (!seen.add(expressions)) {
                errors.duplicate(own, Json.of(""));
            }
        }
    }

    private static void checkExpression(
            JsonObject expression, String field, Set<String> keys, ValidationErrors errors) {
        JsonArray values = expression.array("values");
        if (values.isEmpty()) {
            errors.required(field + ".values");
        }
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < values.size(); i++) {
            String value = values.get(i) instanceof JsonString text ? text.text() : "";
            if (!seen.add(value)) {
                errors.duplicate(field + ".values[" + i + "]", Json.of(value));
            }
        }
        String key = expression.text("key");
        errors.names(field + ".key", key, NameValidation.qualifiedName(key));
        if (!keys.add(key)) {
            errors.duplicate(field + ".key", Json.of(key));
        }
    }

    @Override
    public void validateUpdate(JsonObject object, JsonObject old, ValidationErrors errors) {
        for (String field : List.of("parameters", "provisioner", "reclaimPolicy", "volumeBindingMode")) {
            errors.immutable(field, object.get(field), old.get(field));
        }
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        JsonArray topologies = object.array("allowedTopologies");
        for (int i = 0; i < topologies.size(); i++) {
            JsonArray expressions = topologies.object(i).array("matchLabelExpressions");
            for (int j = 0; j < expressions.size(); j++) {
                String problem = NodeLabels.problem(expressions.object(j).text("key"));
                if (problem != null) {
                    warnings.accept("allowedTopologies[" + i + "].matchLabelExpressions[" + j + "].key: " + problem);
                }
            }
        }
    }
}
