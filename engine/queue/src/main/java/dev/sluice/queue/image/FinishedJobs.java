package dev.sluice.queue.image;

import dev.sluice.queue.JobState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How the last jobs ended that have left the table: later jobs may depend on them, and late reports name them.
public final class FinishedJobs {

    /// Dependents are submitted soon after the jobs that they depend on. A finished job costs some hundred
    /// bytes here.
    static final int REMEMBERED_MAX = 10_000;

    private final Map<Long, Finished> byId = new LinkedHashMap<>();

    /// How a job ended.
    ///
    /// @param started whether the job ever ran
    public record Finished(JobState how, boolean started) {}

    FinishedJobs() {}

    FinishedJobs(FinishedJobs other) {
        byId.putAll(other.byId);
    }

    void add(long id, JobState how, boolean started) {
        byId.put(id, new Finished(how, started));
        if (byId.size() > REMEMBERED_MAX) {
            byId.remove(byId.keySet().iterator().next());
        }
    }

    public Optional<Finished> find(long id) {
        return byId.isEmpty() ? Optional.empty() : Optional.ofNullable(byId.get(id));
    }

    /// Returns all of them, the oldest first.
    public Map<Long, Finished> all() {
        return new LinkedHashMap<>(byId);
    }
}
