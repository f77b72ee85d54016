package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.CelSchema;
import dev.sluice.kube.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The rules of a schema, each at its place.
///
/// @param node the schema there
/// @param properties by their names; only those with rules at or below them
/// @param others of values under any name; nothing if there are no rules
/// @param items nothing if there are no rules
record ValidationRuleTree(
        SchemaNode node,
        CelSchema shape,
        List<CompiledValidationRule> rules,
        Map<String, ValidationRuleTree> properties,
        @Nullable ValidationRuleTree others,
        @Nullable ValidationRuleTree items) {

    /// Creates the tree for the schema of a whole object.
    static ValidationRuleTree of(JsonObject schema) {
        SchemaNode root = new SchemaNode(schema);
        ValidationRuleTree tree = of(root, true);
        return tree == null
                ? new ValidationRuleTree(root, SchemaCelTypes.of(root, true), List.of(), Map.of(), null, null)
                : tree;
    }

    private static @Nullable ValidationRuleTree of(SchemaNode node, boolean isResource) {
        CelSchema shape = SchemaCelTypes.of(node, isResource);
        if (SchemaCelTypes.isHidden(shape) || !ValidationRule.isIn(node.schema())) {
            return null;
        }
        Map<String, ValidationRuleTree> properties = new HashMap<>();
        for (String name : node.properties().names()) {
            ValidationRuleTree inner = inner(node.property(name));
            if (inner != null) {
                properties.put(name, inner);
            }
        }
        return new ValidationRuleTree(
                node,
                shape,
                CompiledValidationRule.of(ValidationRule.of(node.schema()), node, shape),
                properties,
                inner(node.others()),
                inner(node.items()));
    }

    private static @Nullable ValidationRuleTree inner(@Nullable SchemaNode node) {
        return node == null ? null : of(node, node.isResource());
    }
}
