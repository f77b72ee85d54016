package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Jobs that are submitted after others, on four processors.
class ArrivalsTest {
    private static final long SECOND = 1_000_000_000L;

    private static WorkloadJob job(long number, double submit, int processors, long preceding, double think) {
        return new WorkloadJob(
                number, "" + number, submit, 100, processors, 100, -1, Origin.NOT_KNOWN, preceding, think);
    }

    private static RunResult run(boolean follows, CycleOptions cycle, WorkloadJob... jobs) {
        return new Scenario(
                        new RunName("easy", "t", "4 processors", 0),
                        new Workload(List.of(jobs), OptionalInt.of(4), OptionalLong.empty()),
                        SimulatedMachine.counting(4),
                        EngineOptions.plain(new Easy(), cycle),
                        new SimulationOptions(
                                WallTimeSource.of(Estimates.REQUESTED),
                                0,
                                0,
                                Optional.empty(),
                                false,
                                follows,
                                new Seeds(0)))
                .run(ProgressWatch.NONE);
    }

    private static long submit(RunResult run, long number) {
        JobResults jobs = run.jobs();
        for (int row = 0; row < jobs.size(); row++) {
            if (jobs.number(row) == number) {
                return jobs.submitNanos(row) / SECOND;
            }
        }
        throw new AssertionError("no job " + number);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aJobComesAThinkTimeAfterTheEndOfTheOneBefore(boolean usual) {
        CycleOptions cycle = usual ? CycleOptions.DEFAULT : CycleOptions.reference(false);

        RunResult run = run(
                true,
                cycle,
                job(1, 0, 4, -1, -1),
                job(2, 5, 4, -1, -1),
                job(3, 10, 4, 2, 30),
                job(4, 12, 1, 3, 0),
                job(5, 900, 1, -1, -1));

        assertThat(submit(run, 3)).isEqualTo(200 + 30);
        assertThat(submit(run, 4)).isEqualTo(330);
        assertThat(submit(run, 5)).isEqualTo(900);
        for (int row = 0; row < run.jobs().size(); row++) {
            assertThat(run.jobs().state(row)).isEqualTo(FinalState.COMPLETED_SUCCESSFULLY);
        }
    }

    @Test
    void withoutTheOptionSubmitTimesAreThoseOfTheTrace() {
        RunResult run = run(false, CycleOptions.DEFAULT, job(1, 0, 4, -1, -1), job(2, 5, 4, 1, 30));

        assertThat(submit(run, 2)).isEqualTo(5);
    }

    @Test
    void withoutAThinkTimeAJobArrivesAtItsTimeButNotBeforeThePredecessorsEnd() {
        RunResult run =
                run(true, CycleOptions.DEFAULT, job(1, 0, 4, -1, -1), job(2, 5, 1, 1, -1), job(3, 500, 1, 1, -1));

        assertThat(submit(run, 2)).isEqualTo(100);
        assertThat(submit(run, 3)).isEqualTo(500);
    }

    @Test
    void aRefusedJobCountsAsEnded() {
        RunResult run = run(true, CycleOptions.DEFAULT, job(1, 7, 5, -1, -1), job(2, 9, 1, 1, 3));

        assertThat(submit(run, 2)).isEqualTo(10);
    }

    @Test
    void aJobWithAnUnknownPredecessorArrivesAtItsTime() {
        RunResult run = run(true, CycleOptions.DEFAULT, job(1, 0, 1, 2, 5), job(2, 5, 1, 99, 5), job(3, 6, 1, 3, 5));

        assertThat(submit(run, 1)).isZero();
        assertThat(submit(run, 2)).isEqualTo(5);
        assertThat(submit(run, 3)).isEqualTo(6);
        assertThat(run.notes())
                .singleElement()
                .satisfies(note -> assertThat(note.text()).endsWith("come at their own times: 3"));
    }
}
