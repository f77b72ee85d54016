package dev.sluice.queue.image;

import dev.sluice.queue.JobState;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// How jobs ended that have left the table: the last ones, since later jobs may depend on them and late reports name
/// them, and those on which jobs in the table depend.
public final class FinishedJobs {

    /// Dependents are submitted soon after the jobs that they depend on. A finished job costs some hundred
    /// bytes here.
    static final int REMEMBERED_MAX = 10_000;

    private final int max;

    /// The last ones, the oldest first.
    private final LinkedHashMap<Long, Finished> last = new LinkedHashMap<>();

    /// Older ones on which others depend, the oldest first.
    private final LinkedHashMap<Long, Finished> needed = new LinkedHashMap<>();

    /// How many jobs in the table depend on a job, by its id.
    private final Map<Long, Integer> dependents = new HashMap<>();

    /// How a job ended.
    ///
    /// @param started whether the job ever ran
    public record Finished(JobState how, boolean started) {}

    FinishedJobs() {
        this(REMEMBERED_MAX);
    }

    FinishedJobs(int max) {
        this.max = max;
    }

    FinishedJobs(FinishedJobs other) {
        this(other.max);
        last.putAll(other.last);
        needed.putAll(other.needed);
        dependents.putAll(other.dependents);
    }

    void add(long id, JobState how, boolean started) {
        restore(id, how, started);
        forgetOldest();
    }

    /// Adds an entry of a snapshot. Its dependents may come later, so none is forgotten yet.
    void restore(long id, JobState how, boolean started) {
        last.put(id, new Finished(how, started));
    }

    private void forgetOldest() {
        Iterator<Map.Entry<Long, Finished>> oldest = last.entrySet().iterator();
        for (int excess = last.size() - max; excess > 0; excess--) {
            Map.Entry<Long, Finished> entry = oldest.next();
            if (dependents.containsKey(entry.getKey())) {
                needed.put(entry.getKey(), entry.getValue());
            }
            oldest.remove();
        }
    }

    /// A job in the table depends on this one, which need not have ended.
    void need(long id) {
        dependents.merge(id, 1, Integer::sum);
    }

    /// A job in the table depends on this one no longer.
    void release(long id) {
        forgetOldest();
        if (dependents.computeIfPresent(id, (_, count) -> count == 1 ? null : count - 1) == null) {
            needed.remove(id);
        }
    }

    public Optional<Finished> find(long id) {
        Finished known = last.isEmpty() ? null : last.get(id);
        return Optional.ofNullable(known == null && !needed.isEmpty() ? needed.get(id) : known);
    }

    /// Returns all of them, the oldest first.
    public Map<Long, Finished> all() {
        LinkedHashMap<Long, Finished> all = new LinkedHashMap<>(needed);
        all.putAll(last);
        return all;
    }
}
