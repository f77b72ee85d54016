package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Validates the rules of a schema, except for their CEL expressions.
final class ValidationRuleValidation {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private ValidationRuleValidation() {}

    /// @param at where the schema is
    static void check(JsonObject schema, String at, List<Cause> errors) {
        List<Cause> own = new ArrayList<>();
        forms(new SchemaNode(schema), at, own);
        errors.addAll(own);
        // Errors of the schema itself are reported before those of its rules.
        if (errors.isEmpty() && ValidationRule.isIn(schema)) {
            ValidationRuleCompilation.check(schema, at, errors);
        }
    }

    private static void forms(SchemaNode node, String at, List<Cause> errors) {
        for (String name : node.properties().names()) {
            forms(new SchemaNode(node.properties().object(name)), at + ".properties[" + name + "]", errors);
        }
        inner(node.others(), at + ".additionalProperties", errors);
        inner(node.items(), at + ".items", errors);
        alternatives(node, at, errors);
        List<ValidationRule> rules = ValidationRule.of(node.schema());
        for (int i = 0; i < rules.size(); i++) {
            form(rules.get(i), node, at + "." + ValidationRule.FIELD + "[" + i + "]", errors);
        }
    }

    /// Alternatives have no rules of their own.
    private static void alternatives(SchemaNode node, String at, List<Cause> errors) {
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            JsonArray all = node.schema().array(word);
            for (int i = 0; i < all.size(); i++) {
                mustHaveNone(all.object(i), at + "." + word + "[" + i + "]", errors);
            }
        }
        mustHaveNone(node.schema().object("not"), at + ".not", errors);
    }

    private static void mustHaveNone(JsonObject schema, String at, List<Cause> errors) {
        if (!schema.array(ValidationRule.FIELD).isEmpty()) {
            errors.add(new Cause(
                    "FieldValueForbidden",
                    "Forbidden: must be empty to be structural",
                    at + "." + ValidationRule.FIELD));
        }
    }

    private static void inner(@Nullable SchemaNode node, String at, List<Cause> errors) {
        if (node != null) {
            forms(node, at, errors);
        }
    }

    private static void form(ValidationRule rule, SchemaNode node, String at, List<Cause> errors) {
        String message = rule.message();
        if (rule.text().isBlank()) {
            required(errors, at + ".rule", "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            invalid(errors, at + ".message", message, "must be non-empty if specified");
        } else if (hasBreaks(message.strip())) {
            invalid(errors, at + ".message", message, "must not contain line breaks");
        } else if (hasBreaks(rule.text().strip()) && message.isBlank()) {
            required(errors, at + ".message", "message must be specified if rule contains line breaks");
        }
        if (!rule.messageExpression().isEmpty() && rule.messageExpression().isBlank()) {
            required(errors, at + ".messageExpression", "messageExpression must be non-empty if specified");
        }
        if (rule.json().has("reason") && !Set.copyOf(REASONS).contains(rule.reason())) {
            errors.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: %s"
                            .formatted(
                                    GoQuoting.of(rule.reason()),
                                    String.join(
                                            ", ",
                                            REASONS.stream().map(GoQuoting::of).toList())),
                    at + ".reason"));
        }
        String path = rule.fieldPath();
        if (!path.isEmpty() && path.isBlank()) {
            invalid(errors, at + ".fieldPath", path, "must be non-empty if specified");
        }
        if (hasBreaks(path)) {
            invalid(errors, at + ".fieldPath", path, "must not contain line breaks");
        }
        if (!path.isEmpty() && FieldPath.of(path, node, true).found() == null) {
            invalid(errors, at + ".fieldPath", path, "must be a valid path");
        }
    }

    private static boolean hasBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private static void required(List<Cause> errors, String field, String problem) {
        errors.add(new Cause("FieldValueRequired", "Required value: " + problem, field));
    }

    private static void invalid(List<Cause> errors, String field, String value, String problem) {
        errors.add(
                new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(GoQuoting.of(value), problem), field));
    }
}
