package dev.sluice.queue.postgres;

import dev.sluice.queue.store.QueueStore;
import dev.sluice.testkit.queue.QueueStoreContract;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

/// The contract of all stores, on a real database.
class PostgresQueueStoreTest extends QueueStoreContract {
    private @Nullable DrivenStore driven;

    @Override
    protected QueueStore newStore() {
        driven = DrivenStore.on(TestDatabases.createMigrated());
        return driven.store;
    }

    @Override
    protected void awaitDurable(QueueStore store, long position) {
        Objects.requireNonNull(driven).write();
        super.awaitDurable(store, position);
    }

    @AfterEach
    void close() {
        if (driven != null) {
            driven.close();
        }
    }
}
