package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Deprecated node labels and their replacements.
public final class NodeLabels {
    private static final Map<String, String> DEPRECATED = Map.of(
            "beta.kubernetes.io/arch",
            "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
            "beta.kubernetes.io/os",
            "deprecated since v1.14; use \"kubernetes.io/os\" instead",
            "failure-domain.beta.kubernetes.io/region",
            "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
            "failure-domain.beta.kubernetes.io/zone",
            "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
            "beta.kubernetes.io/instance-type",
            "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
            "app.kubernetes.io/created-by",
            "deprecated since v1.9",
            "scheduler.alpha.kubernetes.io/preferAvoidPods",
            "deprecated since v1.22; use Taints and Tolerations instead",
            "node-role.kubernetes.io/master",
            "use \"node-role.kubernetes.io/control-plane\" instead");

    private NodeLabels() {}

    /// What is wrong with a label, if anything.
    public static @Nullable String problem(String label) {
        return DEPRECATED.get(label);
    }

    /// Reports deprecated labels of a node selector.
    ///
    /// @param field the field's name for a label
    public static void tell(JsonObject selector, UnaryOperator<String> field, Consumer<String> warnings) {
        for (int i = 0; i < selector.size(); i++) {
            String problem = problem(selector.name(i));
            if (problem != null) {
                warnings.accept(field.apply(selector.name(i)) + ": " + problem);
            }
        }
    }

    /// Of a term of a node selector.
    public static void tellTerm(JsonObject term, String field, Consumer<String> warnings) {
        JsonArray expressions = term.array("matchExpressions");
        for (int i = 0; i < expressions.size(); i++) {
            String key = expressions.object(i).text("key");
            String problem = problem(key);
            if (problem != null) {
                warnings.accept(field + ".matchExpressions[" + i + "].key: " + key + " is " + problem);
            }
        }
    }
}
