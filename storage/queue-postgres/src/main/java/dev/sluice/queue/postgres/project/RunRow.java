package dev.sluice.queue.postgres.project;

import org.jspecify.annotations.Nullable;

/// A run of a job that is over: a row of the table `run`.
///
/// @param number from 1
/// @param exit a final state of the job, or `LOST`
/// @param exitCode of the first container that failed; null if none did, or it is not known
public record RunRow(
        long job,
        int number,
        String user,
        String account,
        String queue,
        String name,
        String namespace,
        String nodes,
        long startedNanos,
        long endedNanos,
        String exit,
        @Nullable Integer exitCode,
        double coreSeconds,
        double memoryByteSeconds,
        double gpuSeconds) {}
