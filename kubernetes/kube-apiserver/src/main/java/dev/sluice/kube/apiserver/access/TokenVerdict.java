package dev.sluice.kube.apiserver.access;

import java.util.List;

/// What becomes of a token that is shown.
sealed interface TokenVerdict {
    /// The token has a user.
    ///
    /// @param audiences those of the requested ones that the token is meant for
    record Valid(User user, List<String> audiences) implements TokenVerdict {
        public Valid {
            audiences = List.copyOf(audiences);
        }
    }

    /// The token is this server's, but cannot be used.
    record Refused(String reason) implements TokenVerdict {}

    /// The token is not this server's.
    record Unknown() implements TokenVerdict {}
}
