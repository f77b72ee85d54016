package dev.sluice.testkit.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.JobState;
import dev.sluice.queue.record.QueueRecord;
import dev.sluice.queue.store.QueueStore;
import dev.sluice.queue.store.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// One subclass for each kind of store.
public abstract class QueueStoreContract {

    protected abstract QueueStore newStore();

    /// Waits until everything that was appended is durable.
    protected void awaitDurable(QueueStore store, long position) {
        assertThat(store.durable()).isEqualTo(position);
    }

    @Test
    void recordsAreReadInTheOrderInWhichTheyWereAppended() {
        QueueStore store = newStore();
        List<QueueRecord> first = List.of(held(1), held(2));
        List<QueueRecord> second = List.of(new QueueRecord.Ended(1, JobState.CANCELLED, 5));

        assertThat(store.append(1, first)).isEqualTo(2);
        assertThat(store.append(1, second)).isEqualTo(3);

        awaitDurable(store, 3);
        assertThat(store.read(0)).containsExactly(first.getFirst(), first.getLast(), second.getFirst());
        assertThat(store.read(2)).containsExactly(second.getFirst());
        assertThat(store.read(3)).isEmpty();
    }

    @Test
    void aNewStoreHasNothing() {
        QueueStore store = newStore();

        assertThat(store.read(0)).isEmpty();
        assertThat(store.durable()).isZero();
        assertThat(store.latestSnapshot()).isEmpty();
    }

    @Test
    void laterChangesOfAListAreNotStored() {
        QueueStore store = newStore();
        List<QueueRecord> records = new ArrayList<>(List.of(held(1)));

        store.append(1, records);
        records.clear();

        awaitDurable(store, 1);
        assertThat(store.read(0)).containsExactly(held(1));
    }

    @Test
    void allOrNoneOfTheRecordsAreAppended() {
        QueueStore store = newStore();

        assertThatThrownBy(() -> store.append(1, Arrays.asList(held(1), null))).isInstanceOf(RuntimeException.class);
        assertThat(store.append(1, List.of(held(2)))).isEqualTo(1);

        awaitDurable(store, 1);
        assertThat(store.read(0)).containsExactly(held(2));
    }

    /// A store may lag, so that what it has accepted is durable only later.
    @Test
    void durabilityFollowsTheAppendsAndNeverGoesBack() {
        QueueStore store = newStore();
        long durable = 0;
        for (int i = 1; i <= 5; i++) {
            long position = store.append(1, List.of(held(i)));
            assertThat(position).isEqualTo(i);
            assertThat(store.durable()).isBetween(durable, position);
            durable = store.durable();
            if (i == 3) {
                awaitDurable(store, 3);
                durable = 3;
            }
        }

        awaitDurable(store, 5);
        assertThat(store.read(3)).containsExactly(held(4), held(5));
    }

    @Test
    void whatIsRefusedIsNeverStored() {
        QueueStore store = newStore();
        store.append(2, List.of(held(1)));
        assertThatThrownBy(() -> store.append(1, List.of(held(2)))).isInstanceOf(StoreException.class);

        awaitDurable(store, 1);
        assertThat(store.durable()).as("the position did not move").isEqualTo(1);
        assertThatThrownBy(() -> store.read(2)).isInstanceOf(StoreException.class);
        assertThat(store.read(0)).containsExactly(held(1));
    }

    @Test
    void aWriterWithALowerTermIsRefused() {
        QueueStore store = newStore();
        store.append(2, List.of(held(1)));

        assertThatThrownBy(() -> store.append(1, List.of(held(2))))
                .isInstanceOf(StoreException.class)
                .hasMessage("term (1) is lower than (2): another writer has taken over");

        store.append(3, List.of(held(3)));
        awaitDurable(store, 2);
        assertThat(store.read(0)).containsExactly(held(1), held(3));
    }

    @Test
    void aSnapshotReplacesTheRecordsBeforeIt() {
        QueueStore store = newStore();
        store.append(1, List.of(held(1), held(2), held(3)));
        awaitDurable(store, 3);
        QueueStore.Snapshot snapshot = new QueueStore.Snapshot(2, List.of(held(12)));

        store.snapshot(snapshot);
        store.append(1, List.of(held(4)));

        awaitDurable(store, 4);
        assertThat(store.latestSnapshot()).contains(snapshot);
        assertThat(store.read(2)).containsExactly(held(3), held(4));
    }

    @Test
    void aSnapshotAheadOfTheRecordsIsRefused() {
        QueueStore store = newStore();
        store.append(1, List.of(held(1)));

        assertThatThrownBy(() -> store.snapshot(new QueueStore.Snapshot(2, List.of())))
                .isInstanceOf(StoreException.class);
    }

    private static QueueRecord held(long job) {
        return new QueueRecord.Held(job, job);
    }
}
