package dev.sluice.scheduling.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

class JobHeapProperties {
    private static final int JOBS = 101;
    private final int[] keys = new int[JOBS];

    /// A job in the heap is removed, any other is added: with few keys there are many ties, with many there are
    /// few.
    @Property
    void equalsASortedSet(
            @ForAll @Size(min = 1, max = 200) List<@IntRange(min = 0, max = 100) Integer> jobs,
            @ForAll @IntRange(min = 1, max = 97) int modulus) {
        TreeSet<Integer> plain =
                new TreeSet<>(Comparator.<Integer>comparingInt(job -> keys[job]).thenComparingInt(job -> job));
        JobHeap heap = new JobHeap();
        for (int i = 0; i < jobs.size(); i++) {
            int job = jobs.get(i);
            assertThat(heap.contains(job)).isEqualTo(plain.contains(job));
            if (plain.remove(job)) {
                heap.remove(job);
            } else {
                keys[job] = (job + i) * 31 % modulus;
                plain.add(job);
                heap.add(job, keys[job], job);
                assertThat(heap.key(job)).isEqualTo(keys[job]);
            }
            assertThat(heap.size()).isEqualTo(plain.size());
            assertThat(heap.first()).isEqualTo(plain.isEmpty() ? JobHeap.NONE : plain.first());
            assertThat(heap.sorted()).containsExactly(plain.toArray(Integer[]::new));
        }
    }
}
