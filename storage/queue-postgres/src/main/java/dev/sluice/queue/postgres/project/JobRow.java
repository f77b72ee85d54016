package dev.sluice.queue.postgres.project;

import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.record.Share;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A row of the table `job`, while a batch of records changes it.
public final class JobRow {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLI = 1e3;

    /// The key of a user attribute that names the Kubernetes namespace, alone or below `kubernetes`.
    private static final String NAMESPACE = "namespace";

    public final long id;
    public JobState state = JobState.WAITING;
    public String user = "";
    public String account = "";
    public String queue = "";
    public long priority;
    public String name = "";
    public String namespace = "";
    public long wallNanos;
    public long submittedNanos;
    public @Nullable Long plannedNanos;
    public @Nullable Long startedNanos;
    public @Nullable Long endedNanos;
    public boolean backfilled;
    public String nodes = "";
    public int lostRuns;
    public String reason = "";
    public @Nullable Long sinceNanos;
    public Amounts held = Amounts.NONE;
    public double coreSeconds;
    public double memoryByteSeconds;
    public double gpuSeconds;

    public JobRow(long id) {
        this.id = id;
    }

    void describe(Job job) {
        user = Texts.storable(job.owner().user());
        account = Texts.storable(job.owner().account());
        queue = Texts.storable(job.queuePriority().queue());
        priority = job.queuePriority().priority();
        name = Texts.storable(job.jobspec().attributes().system().jobName().orElse(""));
        namespace = Texts.storable(namespace(job.jobspec().attributes().user()).orElse(""));
        wallNanos = job.wallNanos();
    }

    private static Optional<String> namespace(Map<String, Object> attributes) {
        Object value = attributes.get("kubernetes") instanceof Map<?, ?> below ? below.get(NAMESPACE) : null;
        if (value == null) {
            value = attributes.get(NAMESPACE);
        }
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    void start(Collection<Share> shares, boolean isBackfilled, long timeNanos, ShareMeter meter) {
        state = JobState.RUNNING;
        plannedNanos = null;
        startedNanos = timeNanos;
        backfilled = isBackfilled;
        reason = "";
        nodes = "";
        held = Amounts.NONE;
        sinceNanos = timeNanos;
        coreSeconds = 0;
        memoryByteSeconds = 0;
        gpuSeconds = 0;
        extend(shares, timeNanos, meter);
    }

    void extend(Collection<Share> shares, long timeNanos, ShareMeter meter) {
        settle(timeNanos);
        Set<String> names = new LinkedHashSet<>();
        for (Share share : shares) {
            held = held.plus(meter.amounts(share));
            meter.node(share).ifPresent(names::add);
        }
        nodes = Texts.allStorable(NodeNames.plus(nodes, names));
    }

    void reduce(Collection<Share> shares, long timeNanos, ShareMeter meter) {
        settle(timeNanos);
        for (Share share : shares) {
            held = held.minus(meter.amounts(share));
        }
    }

    /// Adds up what was used since the last change of the amounts.
    private void settle(long timeNanos) {
        if (sinceNanos == null) {
            return;
        }
        double seconds = (timeNanos - sinceNanos) / NANOS_PER_SECOND;
        coreSeconds += held.milliCores() * seconds / MILLI;
        memoryByteSeconds += held.memoryBytes() * seconds;
        gpuSeconds += held.gpus() * seconds;
        sinceNanos = timeNanos;
    }

    /// Ends the present run, if there is one.
    ///
    /// @param exit how it ended
    /// @param exitCode of its first container that failed
    Optional<RunRow> endRun(String exit, Optional<Integer> exitCode, long timeNanos) {
        if (sinceNanos == null || startedNanos == null) {
            return Optional.empty();
        }
        settle(timeNanos);
        RunRow run = new RunRow(
                id,
                lostRuns + 1,
                user,
                account,
                queue,
                name,
                namespace,
                nodes,
                startedNanos,
                timeNanos,
                exit,
                exitCode.orElse(null),
                coreSeconds,
                memoryByteSeconds,
                gpuSeconds);
        sinceNanos = null;
        held = Amounts.NONE;
        return Optional.of(run);
    }
}
