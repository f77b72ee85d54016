package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Easy;
import dev.sluice.simulator.metric.EstimateError;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// What jobs are told about their start, on four processors under EASY.
class EstimatedStartTest {
    private static final long SECOND = 1_000_000_000L;

    /// One runs for 50 s though it says 100, two wait for all of the machine for 20 s each.
    private static final Workload WORKLOAD = new Workload(
            List.of(
                    WorkloadJob.of(1, 0, 50, 4).withEstimate(100),
                    WorkloadJob.of(2, 10, 20, 4).withEstimate(20),
                    WorkloadJob.of(3, 10, 20, 4).withEstimate(20)),
            OptionalInt.of(4),
            OptionalLong.empty());

    private static RunResult run(boolean forecasts) {
        return new Scenario(
                        new RunName("easy", "t", "4 processors", 0),
                        WORKLOAD,
                        SimulatedMachine.counting(4),
                        EngineOptions.plain(new Easy(), CycleOptions.DEFAULT),
                        new SimulationOptions(
                                WallTimeSource.of(Estimates.REQUESTED),
                                0,
                                0,
                                Optional.empty(),
                                forecasts,
                                false,
                                new Seeds(0)))
                .run(ProgressWatch.NONE);
    }

    @Test
    void withoutForecastsTheFirstPlanCounts() {
        RunResult run = run(false);

        // Starts at once: there is nothing to foresee.
        assertThat(run.jobs().estimatedStartNanos(0)).isEqualTo(RunResult.NEVER);
        assertThat(run.jobs().estimatedStartNanos(1)).isEqualTo(100 * SECOND);
        // Planned once the one ahead has started, at 50 s.
        assertThat(run.jobs().estimatedStartNanos(2)).isEqualTo(70 * SECOND);
        assertThat(RunSummary.of(run).estimate()).isEqualTo(new EstimateError(2, 1, 25, -25));
    }

    @Test
    void withForecastsEveryWaitingJobHasAnEstimateOnArrival() {
        RunResult run = run(true);

        assertThat(run.jobs().estimatedStartNanos(1)).isEqualTo(100 * SECOND);
        assertThat(run.jobs().estimatedStartNanos(2)).isEqualTo(120 * SECOND);
        assertThat(RunSummary.of(run).estimate()).isEqualTo(new EstimateError(2, 2, 50, -50));
    }

    @Test
    void aPolicyThatPlansNothingHasNoEstimates() {
        RunResult run = PlainRuns.run("fcfs", SimulatedMachine.counting(4), WORKLOAD.jobs(), 0);

        assertThat(RunSummary.of(run).estimate().count()).isZero();
        assertThat(RunSummary.of(run).estimate().meanAbsolute()).isNaN();
    }
}
