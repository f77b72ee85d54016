package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.state.EngineState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class PolicyProperties {
    @Property(tries = 2000)
    void theFastCycleEqualsThePlainOne(@ForAll("any") List<Task> tasks, @ForAll("plainPolicies") String policy) {
        Driver driver = driver(tasks, policy, CycleOptions.DEFAULT);

        driver.run(_ -> {});

        long[] plain = new PlainScheduler(tasks, Workloads.CORES, policy).run();
        assertThat(inSeconds(driver.starts)).isEqualTo(plain);
    }

    @Property(tries = 1000)
    void nothingIsOvercommittedAtTheEndOfAnInstant(
            @ForAll("any") List<Task> tasks, @ForAll("policies") String policy, @ForAll("cycles") CycleOptions cycle) {
        Driver driver = driver(tasks, policy, cycle);

        driver.run(engine -> assertThat(usedCores(engine.state())).isLessThanOrEqualTo(Workloads.CORES));
    }

    @Property(tries = 1000)
    void everySubmittedJobEndsExactlyOnce(
            @ForAll("any") List<Task> tasks, @ForAll("policies") String policy, @ForAll("cycles") CycleOptions cycle) {
        Driver driver = driver(tasks, policy, cycle);

        driver.run(_ -> {});

        assertThat(driver.ended).containsOnly(1);
        assertThat(driver.engine.state().machine().occupancy().holdings()).isEmpty();
    }

    @Property(tries = 1000)
    void withEnforcedWallTimesAReservationNeverMovesLater(
            @ForAll("enforced") List<Task> tasks, @ForAll("promising") String policy) {
        Driver driver = driver(tasks, policy, CycleOptions.DEFAULT);
        Map<Integer, Long> promises = new HashMap<>();

        driver.run(engine -> {
            JobTable table = engine.table();
            for (int job = 0; job < table.size(); job++) {
                long planned = table.plannedNanos(job);
                if (planned != JobTable.NEVER) {
                    assertThat(planned).isLessThanOrEqualTo(promises.getOrDefault(job, Long.MAX_VALUE));
                    promises.put(job, planned);
                }
            }
        });

        promises.forEach((job, promise) -> assertThat(driver.starts[job]).isLessThanOrEqualTo(promise));
    }

    @Property(tries = 500)
    void conservativeGivesEachJobAReservationOnArrival(@ForAll("exact") List<Task> tasks) {
        Driver driver = driver(tasks, "conservative", CycleOptions.DEFAULT);

        driver.run(engine -> {
            JobTable table = engine.table();
            for (int job = 0; job < table.size(); job++) {
                assertThat(table.isWaiting(job) && table.plannedNanos(job) == JobTable.NEVER)
                        .isFalse();
            }
        });
    }

    @Property(tries = 500)
    void hybridWithOneReservationIsEasy(@ForAll("any") List<Task> tasks, @ForAll("cycles") CycleOptions cycle) {
        Driver easy = driver(tasks, "easy", cycle);
        Driver hybrid = driver(tasks, "hybrid:1", cycle);

        easy.run(_ -> {});
        hybrid.run(_ -> {});

        assertThat(hybrid.starts).isEqualTo(easy.starts);
    }

    @Property(tries = 500)
    void replayOfAllRecordsEqualsTheLiveState(
            @ForAll("any") List<Task> tasks, @ForAll("policies") String policy, @ForAll("cycles") CycleOptions cycle) {
        Driver driver = driver(tasks, policy, cycle);

        driver.run(engine -> {
            Engine other = new Engine(options(policy, cycle), Fixture.pool(Workloads.CORES), true);
            other.replay(driver.store.read(0));
            assertThat(other.image()).isEqualTo(engine.image());
        });
    }

    private static Driver driver(List<Task> tasks, String policy, CycleOptions cycle) {
        return new Driver(tasks, Fixture.pool(Workloads.CORES), Fixture::cores, options(policy, cycle));
    }

    private static EngineOptions options(String policy, CycleOptions cycle) {
        return EngineOptions.plain(Policies.named(policy).orElseThrow(), cycle);
    }

    private static long usedCores(EngineState state) {
        long used = 0;
        for (int job = 0; job < state.table().size(); job++) {
            used += state.table().isRunning(job) ? state.shape(job).cores() : 0;
        }
        return used;
    }

    private static long[] inSeconds(long[] nanos) {
        return Arrays.stream(nanos)
                .map(time -> time < 0 ? time : time / Task.SECOND)
                .toArray();
    }

    @Provide
    Arbitrary<List<Task>> any() {
        return Workloads.any();
    }

    @Provide
    Arbitrary<List<Task>> enforced() {
        return Workloads.enforced();
    }

    @Provide
    Arbitrary<List<Task>> exact() {
        return Workloads.exact();
    }

    @Provide
    Arbitrary<String> plainPolicies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "hybrid:2", "hybrid:4", "conservative");
    }

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }

    @Provide
    Arbitrary<String> promising() {
        return Arbitraries.of("easy", "easy-sjbf", "conservative");
    }

    @Provide
    Arbitrary<CycleOptions> cycles() {
        return Arbitraries.of(CycleOptions.DEFAULT, CycleOptions.reference(false), CycleOptions.reference(true));
    }
}
