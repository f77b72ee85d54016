package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.sync.Source;
import dev.sluice.controller.sync.SourceGaps;
import dev.sluice.queue.postgres.StoreHealth;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Why a scheduler that holds the lock starts nothing.
class TroubleTest {
    private static final SourceGaps NO_GAPS = new SourceGaps(List.of(), Map.of(), true);

    @Test
    void aDatabaseThatIsTooSlowIsTold() {
        assertThat(Trouble.of(new StoreHealth.Working(), NO_GAPS)).isEmpty();
        assertThat(Trouble.of(new StoreHealth.Behind(50_000), NO_GAPS))
                .hasValue(new Trouble(Trouble.Kind.BEHIND, "the database is too slow: 50000 records wait for it"));
    }

    @Test
    void theDatabaseComesBeforeTheApiServer() {
        SourceGaps gaps = new SourceGaps(List.of(Source.NODES), Map.of(), false);

        assertThat(Trouble.of(new StoreHealth.Retrying("down"), gaps).map(Trouble::kind))
                .hasValue(Trouble.Kind.DATABASE);
        assertThat(Trouble.of(new StoreHealth.Working(), gaps))
                .hasValue(new Trouble(Trouble.Kind.LISTS, "waits for the lists of: nodes"));
    }
}
