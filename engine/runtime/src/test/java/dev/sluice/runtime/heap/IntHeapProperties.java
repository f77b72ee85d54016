package dev.sluice.runtime.heap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;

class IntHeapProperties {
    private static final int STEPS = 400;

    private record Entry(long key, long tieBreak, int value) {}

    private final PriorityQueue<Entry> reference =
            new PriorityQueue<>(Comparator.comparingLong(Entry::key).thenComparingLong(Entry::tieBreak));

    /// Few different keys make many ties, many make few.
    @Property(tries = 300)
    void equalsAPriorityQueue(@ForAll long seed, @ForAll @IntRange(min = 1, max = 1000) int differentKeys) {
        RandomGenerator random = new Seeds(seed).forActor("heap");
        IntHeap heap = new IntHeap();
        reference.clear();
        for (int step = 0; step < STEPS; step++) {
            Entry drawn = new Entry(key(random, differentKeys), step, random.nextInt());
            switch (random.nextInt(4)) {
                case 0 -> removeFirst(heap);
                case 1 -> rekeyFirst(heap, drawn);
                default -> add(heap, drawn);
            }
            assertSameFirst(heap);
        }
        while (!reference.isEmpty()) {
            removeFirst(heap);
            assertSameFirst(heap);
        }
    }

    @Property(tries = 300)
    void aTrackedHeapFindsAndRemovesAnyValue(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 1000) int differentKeys) {
        RandomGenerator random = new Seeds(seed).forActor("heap");
        IntHeap heap = IntHeap.tracked();
        reference.clear();
        for (int step = 0; step < STEPS; step++) {
            int value = random.nextInt(150);
            Entry known = entry(value);
            assertThat(heap.contains(value)).isEqualTo(known != null);
            if (known == null) {
                add(heap, new Entry(key(random, differentKeys), value, value));
            } else if (heap.first() == value && random.nextBoolean()) {
                rekeyFirst(heap, new Entry(key(random, differentKeys), value, value));
            } else {
                assertThat(heap.key(value)).isEqualTo(known.key());
                heap.remove(value);
                reference.remove(known);
            }
            assertSameFirst(heap);
            assertSameValues(heap);
        }
    }

    /// Extreme keys as well: inverting a key with `~` yields them.
    private static long key(RandomGenerator random, int differentKeys) {
        return switch (random.nextInt(20)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextInt(differentKeys) - differentKeys / 2;
        };
    }

    private void add(IntHeap heap, Entry entry) {
        reference.add(entry);
        heap.add(entry.key(), entry.tieBreak(), entry.value());
    }

    private void removeFirst(IntHeap heap) {
        Entry first = reference.poll();
        if (first != null) {
            assertThat(heap.removeFirst()).isEqualTo(first.value());
        }
    }

    private void rekeyFirst(IntHeap heap, Entry keys) {
        Entry first = reference.poll();
        if (first != null) {
            reference.add(new Entry(keys.key(), keys.tieBreak(), first.value()));
            heap.rekeyFirst(keys.key(), keys.tieBreak());
        }
    }

    private @Nullable Entry entry(int value) {
        return reference.stream()
                .filter(entry -> entry.value() == value)
                .findFirst()
                .orElse(null);
    }

    private void assertSameFirst(IntHeap heap) {
        Entry first = reference.peek();
        assertThat(heap.size()).isEqualTo(reference.size());
        assertThat(heap.isEmpty()).isEqualTo(first == null);
        assertThat(heap.first()).isEqualTo(first == null ? IntHeap.NONE : first.value());
        if (first != null) {
            assertThat(heap.firstKey()).isEqualTo(first.key());
            assertThat(heap.firstTieBreak()).isEqualTo(first.tieBreak());
        }
    }

    private void assertSameValues(IntHeap heap) {
        List<Integer> values = new ArrayList<>();
        for (int i = 0; i < heap.size(); i++) {
            values.add(heap.value(i));
        }
        assertThat(values)
                .containsExactlyInAnyOrderElementsOf(
                        reference.stream().map(Entry::value).toList());
    }
}
