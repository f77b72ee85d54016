package dev.sluice.queue;

import java.util.Optional;

/// Why a job has ended, as its world reports it.
///
/// @param reason for people, such as `BackoffLimitExceeded: Job has reached the specified backoff limit`
/// @param exitCode of the container or process that failed first; empty if none did, or it is not known
public record EndCause(String reason, Optional<Integer> exitCode) {
    public EndCause(String reason) {
        this(reason, Optional.empty());
    }
}
