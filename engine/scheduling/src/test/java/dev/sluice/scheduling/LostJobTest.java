package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.queue.store.InMemoryQueueStore;
import dev.sluice.scheduling.backfill.Conservative;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.machine.ClosedReason;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A job that loses its resources waits again; on four nodes of two cores, times in seconds.
class LostJobTest {
    private static final long S = Task.SECOND;

    private final InMemoryQueueStore store = new InMemoryQueueStore();
    private Engine engine = engine(new Easy());

    private Engine engine(SchedulingPolicy policy) {
        return new Engine(EngineOptions.plain(policy, CycleOptions.DEFAULT), Fixture.nodes(4, 2), true);
    }

    private void at(long second, Event... events) {
        for (Event event : events) {
            store.append(0, engine.handle(event, second * S).records());
        }
        store.append(0, engine.settle(second * S).records());
    }

    private static Event submit(long id, int nodes, int wall) {
        return new Event.JobSubmitted(Job.of(id, Fixture.nodes(nodes), wall * S));
    }

    private JobState state(long id) {
        return engine.table().state(engine.table().indexOf(id));
    }

    private long started(long id) {
        return engine.table().startedNanos(engine.table().indexOf(id)) / S;
    }

    @Test
    void itReturnsToItsPositionInTheQueueAndRunsAgain() {
        at(0, submit(1, 2, 100), submit(2, 2, 100), submit(3, 3, 50));

        at(10, new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN), new Event.JobLost(1));

        assertThat(state(1)).isEqualTo(JobState.WAITING);
        assertThat(engine.image().line()).containsExactly(1L, 3L);
        assertThat(engine.table().lostCount(engine.table().indexOf(1))).isEqualTo(1);
        assertThat(engine.table().submittedNanos(engine.table().indexOf(1))).isZero();

        at(20, new Event.NodeOpened("/cluster0/node0", ClosedReason.DOWN));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(started(1)).isEqualTo(20);
        assertThat(state(3)).isEqualTo(JobState.WAITING);
    }

    @Test
    void itPrecedesLaterJobsUnderConservativeBackfillingToo() {
        engine = engine(new Conservative());
        at(0, submit(1, 4, 100), submit(2, 4, 100));

        at(10, new Event.JobLost(1));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(started(1)).isEqualTo(10);
        assertThat(engine.table().plannedNanos(engine.table().indexOf(2))).isEqualTo(110 * S);
    }

    @Test
    void jobsThatDependedOnItsStartStayEligible() {
        at(
                0,
                submit(1, 2, 100),
                new Event.JobSubmitted(Job.of(2, Fixture.nodes(4), 10 * S).waitingFor(new Condition.After(1))));

        at(10, new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN), new Event.JobLost(1));
        Job other = Job.of(3, Fixture.nodes(1), 10 * S).waitingFor(new Condition.After(1));
        at(11, new Event.JobSubmitted(other));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void waitingAndEndedJobsAreNotAffected() {
        at(0, submit(1, 4, 100), submit(2, 4, 100));
        long records = store.durable();

        at(1, new Event.JobLost(2), new Event.JobLost(7));
        assertThat(store.durable()).isEqualTo(records);

        at(5, new Event.JobCancelled(1), new Event.JobLost(1));
        assertThat(state(1)).isEqualTo(JobState.CANCELLED);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void replayEqualsLive() {
        at(0, submit(1, 2, 100), submit(2, 2, 100), submit(3, 3, 50));
        at(
                10,
                new Event.NodeClosed("/cluster0/node0", ClosedReason.DOWN),
                new Event.JobLost(1),
                new Event.JobStarted(2));
        at(20, new Event.NodeOpened("/cluster0/node0", ClosedReason.DOWN));

        Engine other = engine(new Easy());
        other.replay(store.read(0));

        assertThat(other.image()).isEqualTo(engine.image());
        assertThat(List.copyOf(other.image().line())).containsExactly(3L);
    }
}
