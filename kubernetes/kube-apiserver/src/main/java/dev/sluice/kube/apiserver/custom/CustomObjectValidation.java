package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validates custom resources against their schema and its validation rules.
final class CustomObjectValidation {
    /// With such a flaw an object is so far from its schema that rules would only confuse.
    private static final Set<String> BLOCKING = Set.of(
            "FieldValueNotSupported",
            "FieldValueRequired",
            "FieldValueTooLong",
            "FieldValueTooMany",
            "FieldValueTypeInvalid");

    private static final Cause UNCHECKED = new Cause(
            "FieldValueInvalid",
            "Invalid value: null: some validation rules were not checked because the object was invalid; correct the"
                    + " existing errors to complete validation",
            "<nil>");

    private final JsonObject schema;
    private final boolean hasRules;

    /// Made when the first object comes.
    private @Nullable ValidationRuleTree rules;

    CustomObjectValidation(JsonObject schema) {
        this.schema = schema;
        this.hasRules = ValidationRule.isIn(schema);
    }

    List<Cause> creation(JsonObject object) {
        return withRules(SchemaValidation.validate(schema, object), object, null);
    }

    List<Cause> update(JsonObject object, JsonObject old) {
        return withRules(SchemaValidation.validateUpdate(schema, object, old), object, old);
    }

    List<Cause> status(JsonObject object, JsonObject old) {
        Json status = object.get("status");
        SchemaNode node = new SchemaNode(schema).property("status");
        List<Cause> errors = node == null || status == null
                ? new ArrayList<>()
                : SchemaValidation.validateStatusUpdate(new SchemaNode(schema), object, old);
        return withRules(errors, object, old);
    }

    private List<Cause> withRules(List<Cause> errors, JsonObject object, @Nullable JsonObject old) {
        if (!hasRules) {
            return errors;
        }
        if (errors.stream().anyMatch(error -> BLOCKING.contains(error.reason()))) {
            errors.add(UNCHECKED);
            return errors;
        }
        ValidationRuleTree tree = rules == null ? ValidationRuleTree.of(schema) : rules;
        rules = tree;
        errors.addAll(ValidationRuleEvaluation.validate(tree, object, old));
        return errors;
    }
}
