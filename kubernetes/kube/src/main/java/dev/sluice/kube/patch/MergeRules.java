package dev.sluice.kube.patch;

import java.util.Optional;
import java.util.Set;

/// What a schema says about strategic merge patches of a field: the way down from a kind's root.
///
/// The children of a list are those of its elements: a pod's `spec`, `containers`, `ports`.
public interface MergeRules {
    /// Of fields that the schema does not know or says nothing about: objects merge, lists are replaced.
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

    /// What the schema may say in `x-kubernetes-patch-strategy`.
    enum Strategy {
        MERGE("merge"),
        REPLACE("replace"),
        RETAIN_KEYS("retainKeys");

        private final String text;

        Strategy(String text) {
            this.text = text;
        }

        /// As the schema spells it.
        public String text() {
            return text;
        }
    }

    MergeRules child(String field);

    /// The field by which elements of this list are the same one; only the first where a schema names several.
    Optional<String> mergeKey();

    Set<Strategy> strategies();
}
