package dev.sluice.testkit.queue;

import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.queue.store.QueueStore;

class InMemoryQueueStoreTest extends QueueStoreContract {
    @Override
    protected QueueStore newStore() {
        return new InMemoryQueueStore();
    }
}
