package dev.sluice.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobState;
import dev.sluice.scheduling.backfill.Easy;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Jobs that are changed while they wait.
class ChangedJobsTest extends EngineExamples {
    @Test
    void aChangedJobIsConsideredAgain() {
        at(0, submit(job(1, 6, 100)), submit(job(2, 10, 50)), submit(job(3, 4, 500)));
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(1, new Event.JobChanged(job(3, 4, 90)));

        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChangedJobWaitsForItsNewConditions() {
        at(0, submit(job(1, 1, 100)), submit(job(2, 10, 100)), submit(job(3, 10, 100)));
        at(1, new Event.JobChanged(job(2, 1, 100).waitingFor(new Condition.AfterOk(1))));
        at(1, new Event.JobChanged(job(3, 1, 100).waitingFor(new Condition.BeginTime(30 * S))));
        assertThat(state(2)).isEqualTo(JobState.WAITING);
        assertThat(state(3)).isEqualTo(JobState.WAITING);

        at(10, new Event.JobFinished(1));
        assertThat(state(2)).isEqualTo(JobState.RUNNING);

        at(30, new Event.TimerFired());
        assertThat(state(3)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aChangedBeginTimeReplacesTheOldOne() {
        Job waiting = job(1, 1, 100).waitingFor(new Condition.BeginTime(20 * S));
        at(0, submit(waiting));

        assertThat(at(1, new Event.JobChanged(waiting.waitingFor(new Condition.BeginTime(40 * S)))))
                .contains(new Decision.WakeAt(40 * S));
        at(20, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(40, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void ofSeveralBeginTimesTheLatestCounts() {
        at(0, submit(job(1, 1, 100).waitingFor(new Condition.BeginTime(30 * S), new Condition.BeginTime(20 * S))));

        at(20, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.WAITING);

        at(30, new Event.TimerFired());
        assertThat(state(1)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aWaitingJobChangedToOneThatCanNeverRunIsRefused() {
        at(0, submit(job(1, 10, 100)), submit(job(2, 10, 100)), submit(job(3, 10, 100)));

        List<Decision> decisions = at(
                1,
                new Event.JobChanged(job(2, 11, 100)),
                new Event.JobChanged(job(3, 1, 100).waitingFor(new Condition.AfterOk(77))));

        assertThat(decisions).hasOnlyElementsOfType(Decision.Refuse.class).hasSize(2);
        assertThat(state(2)).isEqualTo(JobState.REFUSED);
        assertThat(state(3)).isEqualTo(JobState.REFUSED);
    }

    @Test
    void renamingAJobMakesTheNextJobOfItsOldNameEligible() {
        at(0, submit(job(9, 9, 100)), submit(nightly(1, "ann")), submit(nightly(2, "ann")));
        at(1, new Event.JobChanged(nightly(1, "bob")));

        at(2, new Event.JobFinished(9));

        assertThat(state(1)).isEqualTo(JobState.RUNNING);
        assertThat(state(2)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void nothingIsLeftOfAJobThatIsRefusedWhileItBacksOff() {
        engine = new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE), Fixture.pool(10), true);
        at(0, submit(job(1, 10, 100)));
        at(1, new Event.JobLost(1, List.of()));
        long retry = engine.nextWakeNanos();
        assertThat(retry).isGreaterThan(S);

        at(2, new Event.JobChanged(job(1, 10, 100).waitingFor(new Condition.AfterOk(99))));

        assertThat(state(1)).isEqualTo(JobState.REFUSED);
        assertThat(engine.nextWakeNanos()).isEqualTo(Long.MAX_VALUE);
        at(retry / S, new Event.TimerFired());
        Engine restarted = new Engine(
                EngineOptions.plain(new Easy(), CycleOptions.DEFAULT).in(WorldOptions.LIVE), Fixture.pool(10), true);
        restarted.replay(engine.snapshot(retry));
        assertThat(restarted.snapshot(retry)).isEqualTo(engine.snapshot(retry));
    }
}
