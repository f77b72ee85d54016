package dev.sluice.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.jobspec.set.Idset;
import dev.sluice.runtime.fault.InvariantViolation;
import dev.sluice.simulator.result.SubmittedJob.Owner;
import org.junit.jupiter.api.Test;

class RunRecorderTest {
    private final RunRecorder recorder = new RunRecorder(new RunName("easy", "t.swf", "8 nodes", 1), 8, 0);

    @Test
    void aJobIsKeptWithAllItsTimes() {
        int row =
                recorder.submitted(new SubmittedJob(17, "", "w0", "p", 5, 3, 100, new Owner("ann", "staff", "batch")));
        recorder.startEstimated(row, 9, 5);
        recorder.startEstimated(row, 8, 6);
        recorder.started(row, 10, true);
        recorder.finished(row, 40, FinalState.COMPLETED_SUCCESSFULLY);

        JobResults jobs = recorder.close(50).jobs();

        assertThat(jobs.size()).isEqualTo(1);
        assertThat(jobs.number(row)).isEqualTo(17);
        assertThat(jobs.name(row)).isEqualTo("17");
        assertThat(jobs.waitNanos(row)).isEqualTo(5);
        assertThat(jobs.runNanos(row)).isEqualTo(30);
        assertThat(jobs.turnaroundNanos(row)).isEqualTo(35);
        assertThat(jobs.wallTimeNanos(row)).isEqualTo(100);
        assertThat(jobs.estimatedStartNanos(row)).isEqualTo(9);
        assertThat(jobs.isBackfilled(row)).isTrue();
        assertThat(jobs.users().get(row)).isEqualTo("ann");
        assertThat(jobs.groups().get(row)).isEqualTo("staff");
        assertThat(jobs.queues().get(row)).isEqualTo("batch");
    }

    @Test
    void reportedPlacementsAreKept() {
        int row = recorder.submitted(job(1, 0, 4));
        recorder.started(row, 0, false, Idset.parse("1-2,5,7"));

        JobResults jobs = recorder.close(1).jobs();

        assertThat(jobs.allocation(row)).isEqualTo(Idset.parse("1-2,5,7"));
    }

    @Test
    void countedJobsGetTheLowestFreeResources() {
        int first = recorder.submitted(job(1, 0, 3));
        recorder.started(first, 0, false);
        int second = recorder.submitted(job(2, 0, 2));
        recorder.started(second, 0, false);
        recorder.finished(first, 10, FinalState.COMPLETED_SUCCESSFULLY);
        int third = recorder.submitted(job(3, 10, 5));
        recorder.started(third, 10, false);

        JobResults jobs = recorder.close(20).jobs();

        assertThat(jobs.allocation(first)).isEqualTo(Idset.parse("0-2"));
        assertThat(jobs.allocation(second)).isEqualTo(Idset.parse("3-4"));
        assertThat(jobs.allocation(third)).isEqualTo(Idset.parse("0-2,5-6"));
    }

    @Test
    void simultaneousEndsAndStartsMayBeReportedInAnyOrder() {
        int first = recorder.submitted(job(1, 0, 8));
        recorder.started(first, 0, false);
        int second = recorder.submitted(job(2, 3, 8));
        recorder.started(second, 10, false);
        recorder.finished(first, 10, FinalState.COMPLETED_SUCCESSFULLY);

        RunResult run = recorder.close(20);

        assertThat(run.jobs().allocation(second)).isEqualTo(Idset.range(0, 7));
        assertThat(run.machine().size()).isEqualTo(3);
        assertThat(run.machine().busy(2)).isEqualTo(8);
    }

    @Test
    void theMachineIsRecordedAtEveryChange() {
        int first = recorder.submitted(job(1, 2, 3));
        recorder.down(4, 5);
        recorder.started(first, 6, false);
        recorder.finished(first, 9, FinalState.COMPLETED_FAILED);

        MachineSeries machine = recorder.close(20).machine();

        assertThat(machine.size()).isEqualTo(5);
        assertThat(machine.timeNanos(3)).isEqualTo(6);
        assertThat(machine.waiting(1)).isEqualTo(1);
        assertThat(machine.idle(2)).isEqualTo(3);
        assertThat(machine.down(3)).isEqualTo(5);
        assertThat(machine.busy(3)).isEqualTo(3);
        assertThat(machine.idle(4)).isEqualTo(3);
    }

    @Test
    void aJobThatLosesItsResourcesWaitsAgain() {
        int row = recorder.submitted(job(1, 2, 3));
        recorder.started(row, 4, true, Idset.parse("0-2"));
        recorder.lost(row, 9);

        RunResult run = recorder.close(20);

        assertThat(run.jobs().hasStarted(row)).isFalse();
        assertThat(run.jobs().isBackfilled(row)).isFalse();
        assertThat(run.jobs().rangeCount(row)).isZero();
        assertThat(run.jobs().firstStartNanos(row)).isEqualTo(4);
        assertThat(run.lostRuns().count()).isEqualTo(1);
        assertThat(run.lostRuns().resourceSeconds()).isCloseTo(15e-9, within(1e-15));
        int last = run.machine().size() - 1;
        assertThat(run.machine().busy(last)).isZero();
        assertThat(run.machine().waiting(last)).isEqualTo(1);
    }

    @Test
    void aStoppedRunKnowsItsUnfinishedJobs() {
        int runs = recorder.submitted(job(1, 0, 8));
        recorder.started(runs, 0, false);
        int waits = recorder.submitted(job(2, 1, 8));

        RunResult run = recorder.close(5);

        assertThat(run.endNanos()).isEqualTo(5);
        assertThat(run.jobs().state(runs)).isEqualTo(FinalState.UNFINISHED);
        assertThat(run.jobs().hasStarted(runs)).isTrue();
        assertThat(run.jobs().hasRun(runs)).isFalse();
        assertThat(run.jobs().hasStarted(waits)).isFalse();
    }

    @Test
    void theLongestDelayOfAHeadIsKept() {
        int row = recorder.submitted(job(1, 5, 2));
        recorder.headDelayed(row, 3);
        recorder.headDelayed(row, 1);

        assertThat(recorder.close(5).jobs().headDelayNanos(row)).isEqualTo(3);
    }

    @Test
    void contradictoryReportsAreRefused() {
        int row = recorder.submitted(job(1, 5, 2));
        recorder.started(row, 6, false);

        assertThatThrownBy(() -> recorder.started(row, 7, false))
                .isInstanceOf(InvariantViolation.class)
                .hasMessageContaining("row (0) starts twice");
        assertThatThrownBy(() -> recorder.down(5, 1)).hasMessageContaining("time goes back to (5) from (6)");
        recorder.finished(row, 8, FinalState.COMPLETED_KILLED);
        assertThatThrownBy(() -> recorder.finished(row, 9, FinalState.COMPLETED_KILLED))
                .hasMessageContaining("row (0) ends twice");
        int beyond = recorder.submitted(job(2, 9, 2));
        assertThatThrownBy(() -> recorder.started(beyond, 9, false, Idset.parse("7-8")))
                .hasMessageContaining("beyond the machine's (8)");
        recorder.close(9);
        assertThatThrownBy(() -> recorder.close(9)).hasMessageContaining("closed twice");
    }

    private static SubmittedJob job(long number, long submitNanos, int resources) {
        return new SubmittedJob(number, "", "w0", "", submitNanos, resources, 100, Owner.UNKNOWN);
    }
}
