package dev.sluice.kube.apiserver.cel;

/// Answers authorization checks of expressions.
@FunctionalInterface
public interface CelAuthorizer {
    /// What is asked.
    ///
    /// @param account the service account, as `namespace:name`; empty for the user of the
    ///     request
    /// @param path empty if it is about a resource
    record Ask(
            String account,
            String verb,
            String path,
            String group,
            String resource,
            String subresource,
            String namespace,
            String name) {
        static final Ask NOTHING = new Ask("", "", "", "", "", "", "", "");
    }

    /// What is answered.
    ///
    /// @param reason why; may be empty
    record Answer(boolean isAllowed, String reason) {}

    Answer answer(Ask ask);
}
