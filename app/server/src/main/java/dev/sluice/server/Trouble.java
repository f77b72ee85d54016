package dev.sluice.server;

import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.queue.postgres.StoreHealth;
import java.util.Optional;

/// Why nothing is scheduled, or nothing new started, now or soon.
///
/// @param kind for metrics and alerts
/// @param why for people
public record Trouble(Kind kind, String why) {

    /// The label of a metric: few words that stay the same, where sentences would make a new series each.
    public enum Kind {
        /// The database cannot be reached, or does not take records.
        DATABASE("database"),
        /// Another process schedules.
        LOCK("lock"),
        /// The database is so slow that records pile up.
        BEHIND("behind"),
        /// The cluster has not been listed.
        LISTS("lists"),
        /// The API server does not answer, or refuses lists or watches. Jobs still start for a minute.
        API_SERVER("api-server");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    /// Returns the trouble of a scheduler that holds the lock.
    static Optional<Trouble> of(StoreHealth health, SourceGaps gaps) {
        return switch (health) {
            case StoreHealth.Retrying it ->
                Optional.of(new Trouble(Kind.DATABASE, "the database does not take records: " + it.why()));
            case StoreHealth.Failed it ->
                Optional.of(new Trouble(
                        Kind.DATABASE, "the store has failed: " + it.why().getMessage()));
            case StoreHealth.Behind it ->
                Optional.of(new Trouble(
                        Kind.BEHIND, "the database is too slow: %d records wait for it".formatted(it.records())));
            case StoreHealth.Working _ ->
                gaps.sentence().map(why -> new Trouble(gaps.isListed() ? Kind.API_SERVER : Kind.LISTS, why));
        };
    }
}
