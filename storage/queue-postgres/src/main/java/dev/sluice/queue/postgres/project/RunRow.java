package dev.sluice.queue.postgres.project;

/// A run of a job that is over: a row of the table `run`.
///
/// @param number from 1
/// @param exit a final state of the job, or `LOST`
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
        double coreSeconds,
        double memoryByteSeconds,
        double gpuSeconds) {}
