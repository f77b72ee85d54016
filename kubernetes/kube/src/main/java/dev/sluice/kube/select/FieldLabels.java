package dev.sluice.kube.select;

import dev.sluice.kube.names.GoQuoting;
import java.util.Set;

/// The fields by which objects of a kind can be selected.
public interface FieldLabels {
    /// What objects of most kinds can be selected by.
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

    /// Where the field is found in an object; a few have had other names once.
    default String path(String field) {
        return field;
    }

    /// What an object without the field counts as having; Kubernetes says `false` for a flag that is not set.
    default String whenMissing(String field) {
        return "";
    }

    /// Kubernetes' words for a field that it does not know; a few kinds have their own.
    default String refusal(String field) {
        return "field label not supported: " + field;
    }

    static FieldLabels of(String... fields) {
        return Set.of(fields)::contains;
    }
}
