package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.names.Quoted;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether the rules in a schema make sense, but for what only their language knows.
final class RuleChecks {
    private static final List<String> REASONS =
            List.of("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired");

    private RuleChecks() {}

    /// @param at where the schema is
    static void check(JsonObject schema, String at, List<Cause> flaws) {
        List<Cause> own = new ArrayList<>();
        forms(new Node(schema), at, own);
        flaws.addAll(own);
        // What is wrong with a schema is better mended before its rules.
        if (flaws.isEmpty() && Rule.isIn(schema)) {
            RuleCompilation.check(schema, at, flaws);
        }
    }

    private static void forms(Node node, String at, List<Cause> flaws) {
        for (String name : node.properties().names()) {
            forms(new Node(node.properties().object(name)), at + ".properties[" + name + "]", flaws);
        }
        inner(node.others(), at + ".additionalProperties", flaws);
        inner(node.items(), at + ".items", flaws);
        alternatives(node, at, flaws);
        List<Rule> rules = Rule.of(node.schema());
        for (int i = 0; i < rules.size(); i++) {
            form(rules.get(i), node, at + "." + Rule.FIELD + "[" + i + "]", flaws);
        }
    }

    /// Alternatives have no rules of their own.
    private static void alternatives(Node node, String at, List<Cause> flaws) {
        for (String word : List.of("allOf", "anyOf", "oneOf")) {
            JsonArray all = node.schema().array(word);
            for (int i = 0; i < all.size(); i++) {
                mustHaveNone(all.object(i), at + "." + word + "[" + i + "]", flaws);
            }
        }
        mustHaveNone(node.schema().object("not"), at + ".not", flaws);
    }

    private static void mustHaveNone(JsonObject schema, String at, List<Cause> flaws) {
        if (!schema.array(Rule.FIELD).isEmpty()) {
            flaws.add(new Cause(
                    "FieldValueForbidden", "Forbidden: must be empty to be structural", at + "." + Rule.FIELD));
        }
    }

    private static void inner(@Nullable Node node, String at, List<Cause> flaws) {
        if (node != null) {
            forms(node, at, flaws);
        }
    }

    private static void form(Rule rule, Node node, String at, List<Cause> flaws) {
        String message = rule.message();
        if (rule.text().isBlank()) {
            required(flaws, at + ".rule", "rule is not specified");
        } else if (!message.isEmpty() && message.isBlank()) {
            invalid(flaws, at + ".message", message, "must be non-empty if specified");
        } else if (hasBreaks(message.strip())) {
            invalid(flaws, at + ".message", message, "must not contain line breaks");
        } else if (hasBreaks(rule.text().strip()) && message.isBlank()) {
            required(flaws, at + ".message", "message must be specified if rule contains line breaks");
        }
        if (!rule.messageExpression().isEmpty() && rule.messageExpression().isBlank()) {
            required(flaws, at + ".messageExpression", "messageExpression must be non-empty if specified");
        }
        if (rule.json().has("reason") && !Set.copyOf(REASONS).contains(rule.reason())) {
            flaws.add(new Cause(
                    "FieldValueNotSupported",
                    "Unsupported value: %s: supported values: %s"
                            .formatted(
                                    Quoted.of(rule.reason()),
                                    String.join(
                                            ", ",
                                            REASONS.stream().map(Quoted::of).toList())),
                    at + ".reason"));
        }
        String path = rule.fieldPath();
        if (!path.isEmpty() && path.isBlank()) {
            invalid(flaws, at + ".fieldPath", path, "must be non-empty if specified");
        }
        if (hasBreaks(path)) {
            invalid(flaws, at + ".fieldPath", path, "must not contain line breaks");
        }
        if (!path.isEmpty() && FieldPath.of(path, node, true).found() == null) {
            invalid(flaws, at + ".fieldPath", path, "must be a valid path");
        }
    }

    private static boolean hasBreaks(String text) {
        return text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
    }

    private static void required(List<Cause> flaws, String field, String problem) {
        flaws.add(new Cause("FieldValueRequired", "Required value: " + problem, field));
    }

    private static void invalid(List<Cause> flaws, String field, String value, String problem) {
        flaws.add(new Cause("FieldValueInvalid", "Invalid value: %s: %s".formatted(Quoted.of(value), problem), field));
    }
}
