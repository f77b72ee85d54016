package dev.sluice.kube.select;

import dev.sluice.kube.names.GoQuoting;
import java.util.Set;

/// The field labels by which objects of a kind can be selected.
public interface FieldLabels {
    /// The field labels of most kinds: name and namespace.
    FieldLabels METADATA = new FieldLabels() {
        @Override
        public boolean has(String field) {
            return field.equals("metadata.name") || field.equals("metadata.namespace");
        }

        @Override
        public String refusal(String field) {
            return GoQuoting.of(field)
                    + " is not a known field selector: only \"metadata.name\", \"metadata.namespace\"";
        }
    };

    boolean has(String field);

    /// Returns the path of the field in objects; a few labels differ from it for historical reasons.
    default String path(String field) {
        return field;
    }

    /// Returns the value of objects without the field; Kubernetes has `false` for some booleans.
    default String whenMissing(String field) {
        return "";
    }

    /// Returns Kubernetes' message for an unsupported field label; a few kinds have their own.
    default String refusal(String field) {
        return "field label not supported: " + field;
    }

    static FieldLabels of(String... fields) {
        return Set.of(fields)::contains;
    }
}
