package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.backfill.Policies;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Random workloads in which jobs lose their resources at random times.
class LostJobProperties {
    record Loss(int second, int job) {}

    @Property(tries = 1000)
    void everySubmittedJobStillEndsExactlyOnceAndNothingIsOvercommitted(
            @ForAll("tasks") List<Task> tasks,
            @ForAll("losses") List<Loss> losses,
            @ForAll("policies") String policy,
            @ForAll("cycles") CycleOptions cycle) {
        Driver driver = driver(tasks, losses, policy, cycle);

        driver.run(engine -> assertThat(usedCores(engine)).isLessThanOrEqualTo(Workloads.CORES));

        assertThat(driver.ended).containsOnly(1);
        assertThat(driver.engine.state().machine().occupancy().holdings()).isEmpty();
        assertThat(driver.engine.table().waitingCount()).isZero();
        assertThat(driver.engine.table().runningCount()).isZero();
    }

    @Property(tries = 500)
    void replayOfAllRecordsEqualsTheLiveState(
            @ForAll("tasks") List<Task> tasks,
            @ForAll("losses") List<Loss> losses,
            @ForAll("policies") String policy,
            @ForAll("cycles") CycleOptions cycle) {
        Driver driver = driver(tasks, losses, policy, cycle);

        driver.run(engine -> {
            Engine other = new Engine(options(policy, cycle), Fixture.pool(Workloads.CORES), true);
            other.replay(driver.store.read(0));
            assertThat(other.image()).isEqualTo(engine.image());
        });
    }

    private static Driver driver(List<Task> tasks, List<Loss> losses, String policy, CycleOptions cycle) {
        Driver driver = new Driver(tasks, Fixture.pool(Workloads.CORES), Fixture::cores, options(policy, cycle));
        for (Loss loss : losses) {
            // After exceeded predictions have been corrected, as for all events.
            driver.add(loss.second() * Task.SECOND, 1, new Event.JobLost(loss.job() % tasks.size()));
        }
        return driver;
    }

    private static EngineOptions options(String policy, CycleOptions cycle) {
        return EngineOptions.plain(Policies.named(policy).orElseThrow(), cycle);
    }

    private static long usedCores(Engine engine) {
        JobTable table = engine.table();
        long used = 0;
        for (int job = 0; job < table.size(); job++) {
            used += table.isRunning(job) ? engine.state().shape(job).cores() : 0;
        }
        return used;
    }

    @Provide
    Arbitrary<List<Task>> tasks() {
        return Workloads.any();
    }

    @Provide
    Arbitrary<List<Loss>> losses() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 60),
                        Arbitraries.integers().between(0, 24))
                .as(Loss::new)
                .list()
                .ofMaxSize(20);
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }

    @Provide
    Arbitrary<CycleOptions> cycles() {
        return Arbitraries.of(CycleOptions.DEFAULT, CycleOptions.reference(false), CycleOptions.reference(true));
    }
}
