package dev.sluice.scheduling.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.queue.Job;
import dev.sluice.queue.StopReason;
import dev.sluice.queue.store.StoreException;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.Decision;
import dev.sluice.scheduling.Engine;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.Event;
import dev.sluice.scheduling.Fixture;
import dev.sluice.scheduling.WorldOptions;
import dev.sluice.scheduling.backfill.Easy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Decisions are carried out once their records are durable, and a restart continues where the last driver
/// stopped.
class EngineDriverTest {
    private static final long S = 1_000_000_000L;

    private final TestStore store = new TestStore();
    private final List<Decision> carriedOut = new ArrayList<>();

    private EngineDriver driver(long term) {
        return EngineDriver.restarted(engine(), store, term, carriedOut::addAll);
    }

    private static Engine engine() {
        EngineOptions options =
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE);
        return new Engine(options, Fixture.pool(10), true);
    }

    private static Event submit(long id, int cores) {
        return new Event.JobSubmitted(Job.of(id, Fixture.cores(cores), 100 * S));
    }

    private List<Decision.Start> starts() {
        return carriedOut.stream()
                .filter(Decision.Start.class::isInstance)
                .map(Decision.Start.class::cast)
                .toList();
    }

    @Test
    void aDecisionWaitsUntilItsRecordIsDurable() {
        EngineDriver driver = driver(1);
        store.lags = true;
        driver.handle(submit(1, 1), 0);
        driver.settle(0);
        assertThat(carriedOut).isEmpty();
        assertThat(driver.isWaiting()).isTrue();

        store.catchUp();
        driver.release();

        assertThat(starts()).extracting(Decision.Start::job).containsExactly(1L);
        assertThat(driver.isWaiting()).isFalse();
    }

    @Test
    void decisionsAreCarriedOutInTheirOrder() {
        EngineDriver driver = driver(1);
        store.lags = true;
        for (int job = 1; job <= 3; job++) {
            driver.handle(submit(job, 1), job * S);
            driver.settle(job * S);
            if (job == 2) {
                store.catchUp();
            }
        }

        assertThat(starts())
                .as("what is durable")
                .extracting(Decision.Start::job)
                .containsExactly(1L, 2L);
        store.catchUp();
        driver.release();
        assertThat(starts()).extracting(Decision.Start::job).containsExactly(1L, 2L, 3L);
    }

    static List<RuntimeException> failures() {
        return List.of(new StoreException("no space left on device"), new IllegalStateException("a mistake"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void aFailingStoreStopsTheDriverBeforeAnyEffect(RuntimeException failure) {
        EngineDriver driver = driver(1);
        store.lags = true;
        driver.handle(submit(1, 1), 0);
        driver.settle(0);
        store.failure = failure;

        assertThatThrownBy(() -> driver.handle(submit(2, 1), S))
                .isInstanceOf(StoreException.class)
                .satisfies(thrown -> assertThat(failure).isIn(thrown, thrown.getCause()));

        store.failure = null;
        store.catchUp();
        driver.release();
        assertThat(carriedOut).isEmpty();
        assertThatThrownBy(() -> driver.settle(2 * S)).isInstanceOf(StoreException.class);
    }

    @Test
    void aReplacedLeaderCarriesNothingOut() {
        EngineDriver old = driver(1);
        EngineDriver leader = driver(2);
        leader.handle(submit(1, 1), 0);
        leader.settle(0);
        carriedOut.clear();

        assertThatThrownBy(() -> old.handle(submit(2, 1), S)).isInstanceOf(StoreException.class);
        assertThat(carriedOut).isEmpty();
    }

    @Test
    void aRestartRepeatsUnconfirmedDecisionsOnly() {
        EngineDriver driver = driver(1);
        driver.handle(submit(1, 2), 0);
        driver.handle(submit(2, 2), 0);
        driver.handle(submit(3, 2), 0);
        driver.settle(0);
        driver.handle(new Event.JobStarted(1), S);
        driver.handle(new Event.JobStarted(2), S);
        driver.handle(new Event.JobCancelled(2), 2 * S);
        driver.settle(2 * S);

        EngineDriver next = driver(2);

        assertThat(next.engine().image()).isEqualTo(driver.engine().image());
        assertThat(next.engine().outstanding())
                .hasSize(2)
                .contains(new Decision.Stop(2, StopReason.CANCELLED))
                .anySatisfy(decision -> assertThat(decision)
                        .isInstanceOfSatisfying(
                                Decision.Start.class,
                                start -> assertThat(start.job()).isEqualTo(3)));
        assertThat(next.engine().nextWakeNanos())
                .isEqualTo(driver.engine().nextWakeNanos())
                .isEqualTo(2 * S + WorldOptions.LIVE.stopNanos());
    }

    @Test
    void aSnapshotAndTheRecordsAfterItGiveTheSameState() {
        EngineDriver driver = driver(1);
        driver.handle(submit(1, 8), 0);
        driver.handle(submit(2, 8), 0);
        driver.handle(submit(3, 8), 0);
        driver.settle(0);

        assertThat(driver.snapshot(S)).isTrue();
        driver.handle(new Event.JobFinished(1), 2 * S);
        driver.settle(2 * S);
        EngineDriver next = driver(2);

        assertThat(store.latestSnapshot()).isPresent();
        assertThat(next.engine().image()).isEqualTo(driver.engine().image());
        assertThat(next.position()).isEqualTo(driver.position());
    }
}
