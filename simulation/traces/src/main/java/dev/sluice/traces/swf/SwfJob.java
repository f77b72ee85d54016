package dev.sluice.traces.swf;

/// One line. Times in seconds, memory in kilobytes per processor, -1 if unknown.
public record SwfJob(
        long number,
        double submitSeconds,
        double waitSeconds,
        double runSeconds,
        long allocatedProcessors,
        double cpuSeconds,
        double usedKilobytes,
        long requestedProcessors,
        double requestedSeconds,
        double requestedKilobytes,
        long status,
        long user,
        long group,
        long executable,
        long queue,
        long partition,
        long precedingJob,
        double thinkSeconds) {}
