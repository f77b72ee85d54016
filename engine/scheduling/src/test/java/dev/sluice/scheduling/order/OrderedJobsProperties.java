package dev.sluice.scheduling.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

class OrderedJobsProperties {
    private static final int JOBS = 41;
    private final int[] keys = new int[JOBS];
    private final int[] lengths = new int[JOBS];
    private final TreeSet<Integer> plain =
            new TreeSet<>(Comparator.<Integer>comparingInt(job -> keys[job]).thenComparingInt(job -> job));

    @Property
    void equalsASortedSet(
            @ForAll @Size(min = 1, max = 100) List<@IntRange(min = 0, max = 40) Integer> jobs,
            @ForAll @IntRange(min = 1, max = 7) int modulus,
            @ForAll @IntRange(min = 0, max = 12) int limit) {
        plain.clear();
        OrderedJobs ordered = new OrderedJobs();
        int root = OrderedJobs.NONE;
        for (int job : jobs) {
            if (plain.contains(job)) {
                plain.remove(job);
                root = ordered.remove(root, job);
            } else {
                keys[job] = job * 31 % modulus;
                lengths[job] = job * 17 % 11;
                plain.add(job);
                ordered.describe(job, keys[job], lengths[job]);
                root = ordered.insert(root, job);
            }
            assertThat(ordered.first(root)).isEqualTo(plain.isEmpty() ? OrderedJobs.NONE : plain.first());
            assertThat(ordered.next(root, job)).isEqualTo(orNone(plain.higher(job)));
            assertThat(ordered.firstShorter(root, limit)).isEqualTo(shorter(plain, limit));
            assertThat(ordered.nextShorter(root, job, limit)).isEqualTo(shorter(plain.tailSet(job, false), limit));
        }
    }

    private int shorter(NavigableSet<Integer> jobs, int limit) {
        return jobs.stream().filter(job -> lengths[job] < limit).findFirst().orElse(OrderedJobs.NONE);
    }

    private static int orNone(@Nullable Integer job) {
        return job == null ? OrderedJobs.NONE : job;
    }
}
