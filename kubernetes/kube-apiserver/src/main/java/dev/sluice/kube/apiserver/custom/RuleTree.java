package dev.sluice.kube.apiserver.custom;

import dev.sluice.kube.apiserver.cel.Shape;
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
record RuleTree(
        Node node,
        Shape shape,
        List<CompiledRule> rules,
        Map<String, RuleTree> properties,
        @Nullable RuleTree others,
        @Nullable RuleTree items) {

    /// Of the schema of a whole object.
    static RuleTree of(JsonObject schema) {
        Node root = new Node(schema);
        RuleTree tree = of(root, true);
        return tree == null ? new RuleTree(root, Shapes.of(root, true), List.of(), Map.of(), null, null) : tree;
    }

    private static @Nullable RuleTree of(Node node, boolean isResource) {
        Shape shape = Shapes.of(node, isResource);
        if (Shapes.isHidden(shape) || !Rule.isIn(node.schema())) {
            return null;
        }
        Map<String, RuleTree> properties = new HashMap<>();
        for (String name : node.properties().names()) {
            RuleTree inner = inner(node.property(name));
            if (inner != null) {
                properties.put(name, inner);
            }
        }
        return new RuleTree(
                node,
                shape,
                CompiledRule.of(Rule.of(node.schema()), node, shape),
                properties,
                inner(node.others()),
                inner(node.items()));
    }

    private static @Nullable RuleTree inner(@Nullable Node node) {
        return node == null ? null : of(node, node.isResource());
    }
}
