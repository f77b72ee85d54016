package dev.sluice.queue.postgres;

import dev.sluice.queue.store.StoreException;

/// Whether a store can write.
public sealed interface StoreHealth {

    /// The database takes records.
    record Working() implements StoreHealth {}

    /// The database does not answer, or refuses; the store tries again by itself.
    record Retrying(String why) implements StoreHealth {}

    /// The database takes records, but so many wait for it that more should not come: decisions are carried out late.
    record Behind(int records) implements StoreHealth {}

    /// Another writer has taken over. This store never writes again.
    record Failed(StoreException why) implements StoreHealth {}
}
