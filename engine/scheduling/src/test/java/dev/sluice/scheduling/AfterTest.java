package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.backfill.Conservative;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.EasySjbf;
import dev.sluice.scheduling.backfill.Fcfs;
import dev.sluice.scheduling.backfill.Hybrid;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.order.JobOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Jobs that become eligible in a pass, since another one starts in it; on ten cores.
class AfterTest extends EngineExamples {

    static List<SchedulingPolicy> policies() {
        return List.of(new Easy(), new EasySjbf(), new Hybrid(2), new Conservative(), new Fcfs());
    }

    private void use(SchedulingPolicy policy) {
        engine = new Engine(
                new EngineOptions(policy, JobOrder.byPriority(), List.of(), CycleOptions.DEFAULT),
                Fixture.pool(10),
                true);
    }

    private static Job job(long id, int priority, int cores, int wall) {
        return job(id, cores, wall).withQueuePriority(new QueuePriority(QueuePriority.DEFAULT_QUEUE, priority));
    }

    private static Condition after(long job) {
        return new Condition.After(job);
    }

    private long planned(long id) {
        long start = engine.table().plannedNanos(engine.table().indexOf(id));
        return start == JobTable.NEVER ? -1 : start / S;
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aChainOfJobsStartsAtOnce(SchedulingPolicy policy) {
        use(policy);

        at(
                0,
                submit(job(3, 1, 1, 50)),
                submit(job(2, 2, 1, 50).waitingFor(after(3))),
                submit(job(1, 3, 1, 50).waitingFor(after(2))));

        assertThat(List.of(state(3), state(2), state(1))).containsOnly(JobState.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aJobAfterABackfilledOneStartsAtOnce(SchedulingPolicy policy) {
        use(policy);
        boolean backfills = policy.backfills();
        at(0, submit(job(1, 9, 6, 100)), submit(job(2, 8, 10, 100)));

        at(1, submit(job(4, 1, 1, 50)), submit(job(3, 5, 1, 50).waitingFor(after(4))));

        assertThat(state(4)).isEqualTo(backfills ? JobState.RUNNING : JobState.WAITING);
        assertThat(state(3)).isEqualTo(state(4));
    }

    @Test
    void easyReservesForAJobThatBecomesEligibleAheadOfOthers() {
        use(new Easy());
        at(0, submit(job(1, 9, 10, 100)));
        at(1, submit(job(3, 3, 4, 70)), submit(job(2, 5, 7, 50).waitingFor(after(3))), submit(job(4, 1, 6, 50)));

        at(10, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(planned(2)).as("ahead by its priority").isEqualTo(80);
        assertThat(state(4)).as("fits beside it").isEqualTo(JobState.RUNNING);
    }

    @ParameterizedTest
    @MethodSource("policies")
    void aJobThatBecomesEligibleGoesAheadOfThoseBehindIt(SchedulingPolicy policy) {
        use(policy);
        at(0, submit(job(1, 9, 10, 100)));
        at(1, submit(job(3, 3, 4, 50)), submit(job(2, 5, 6, 50).waitingFor(after(3))), submit(job(4, 1, 6, 50)));

        at(10, new Event.JobFinished(1));

        assertThat(List.of(state(3), state(2))).containsOnly(JobState.RUNNING);
        assertThat(state(4)).isEqualTo(JobState.WAITING);
    }

    @Test
    void conservativeReservesForAJobThatBecomesEligibleInAPass() {
        use(new Conservative());
        at(0, submit(job(1, 9, 10, 100)));
        at(1, submit(job(3, 3, 4, 50)), submit(job(2, 1, 10, 50).waitingFor(after(3))));

        at(10, new Event.JobFinished(1));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
        assertThat(planned(2)).isEqualTo(60);
        at(11, submit(job(4, 0, 6, 100)));
        assertThat(planned(4)).as("behind it").isEqualTo(110);
    }
}
