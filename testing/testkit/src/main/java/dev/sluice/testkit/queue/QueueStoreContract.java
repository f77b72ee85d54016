package dev.sluice.testkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.JobState;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.QueueStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One subclass for each kind of store.
public abstract class QueueStoreContract {

    protected abstract QueueStore newStore();

    @Test
    void recordsAreReadInTheOrderInWhichTheyWereAppended() {
        QueueStore store = newStore();
        List<QueueRecord> first = List.of(held(1), held(2));
        List<QueueRecord> second = List.of(new QueueRecord.Ended(1, JobState.CANCELLED, 5));

        store.append(first);
        store.append(second);

        assertThat(all(store)).containsExactly(first.getFirst(), first.getLast(), second.getFirst());
        assertThat(store.size()).isEqualTo(3);
    }

    @Test
    void aNewStoreHasNothing() {
        assertThat(all(newStore())).isEmpty();
    }

    @Test
    void laterChangesOfAListAreNotStored() {
        QueueStore store = newStore();
        List<QueueRecord> records = new ArrayList<>(List.of(held(1)));

        store.append(records);
        records.clear();

        assertThat(all(store)).containsExactly(held(1));
    }

    @Test
    void allOrNoneOfTheRecordsAreAppended() {
        QueueStore store = newStore();

        assertThatThrownBy(() -> store.append(Arrays.asList(held(1), null))).isInstanceOf(RuntimeException.class);

        assertThat(all(store)).isEmpty();
    }

    @Test
    void aReaderSeesWhatWasThereWhenItBegan() {
        QueueStore store = newStore();
        store.append(List.of(held(1), held(2)));

        store.read(record -> store.append(List.of(held(3))));

        assertThat(store.size()).isEqualTo(4);
    }

    private static QueueRecord held(long job) {
        return new QueueRecord.Held(job, job);
    }

    private static List<QueueRecord> all(QueueStore store) {
        List<QueueRecord> records = new ArrayList<>();
        store.read(records::add);
        return records;
    }
}
