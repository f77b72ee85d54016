package dev.sluice.kube.patch;

import java.util.Optional;
import java.util.Set;

/// The patch strategy and merge key of a field, by the schema.
///
/// The children of a list are those of its elements: a pod's `spec`, `containers`, `ports`.
public interface MergeRules {
    /// For fields that the schema does not know or says nothing about: objects merge, lists are replaced.
    MergeRules NONE = new MergeRules() {
        @Override
        public MergeRules child(String field) {
            return this;
        }

        @Override
        public Optional<String> mergeKey() {
            return Optional.empty();
        }

        @Override
        public Set<Strategy> strategies() {
            return Set.of();
        }
    };

    /// The values of `x-kubernetes-patch-strategy`.
    enum Strategy {
        MERGE("merge"),
        REPLACE("replace"),
        RETAIN_KEYS("retainKeys");

        private final String text;

        Strategy(String text) {
            this.text = text;
        }

        /// Returns the schema's spelling.
        public String text() {
            return text;
        }
    }

    MergeRules child(String field);

    /// Returns the merge key of this list; the first one where the schema names several.
    Optional<String> mergeKey();

    Set<Strategy> strategies();
}
