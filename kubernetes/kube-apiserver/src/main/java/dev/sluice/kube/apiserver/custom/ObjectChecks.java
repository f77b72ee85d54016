package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Whether objects are as their schema wants them, its rules included.
final class ObjectChecks {
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
    private @Nullable RuleTree rules;

    ObjectChecks(JsonObject schema) {
        this.schema = schema;
        this.hasRules = Rule.isIn(schema);
    }

    List<Cause> creation(JsonObject object) {
        return withRules(SchemaCheck.flaws(schema, object), object, null);
    }

    List<Cause> update(JsonObject object, JsonObject old) {
        return withRules(SchemaCheck.flawsOfUpdate(schema, object, old), object, old);
    }

    List<Cause> status(JsonObject object, JsonObject old) {
        Json status = object.get("status");
        Node node = new Node(schema).property("status");
        List<Cause> flaws = node == null || status == null
                ? new ArrayList<>()
                : SchemaCheck.flawsOfStatus(new Node(schema), object, old);
        return withRules(flaws, object, old);
    }

    private List<Cause> withRules(List<Cause> flaws, JsonObject object, @Nullable JsonObject old) {
        if (!hasRules) {
            return flaws;
        }
        if (flaws.stream().anyMatch(flaw -> BLOCKING.contains(flaw.reason()))) {
            flaws.add(UNCHECKED);
            return flaws;
        }
        RuleTree tree = rules == null ? RuleTree.of(schema) : rules;
        rules = tree;
        flaws.addAll(RuleCheck.flaws(tree, object, old));
        return flaws;
    }
}
