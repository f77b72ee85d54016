package dev.sluice.queue.postgres.project;

import org.jspecify.annotations.Nullable;

/// A row of the table `decision`.
///
/// @param position that of its record
/// @param what a word: started, backfilled, planned, held, extended, reduced, refused, requeued, stopped,
///     quarantined
public record DecisionRow(
        long position,
        long timeNanos,
        String what,
        @Nullable Long job,
        @Nullable String node,
        String reason) {}
