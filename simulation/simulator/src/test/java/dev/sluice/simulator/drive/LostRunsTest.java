package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.SimulationOptions.OnFailure;
import dev.sluice.simulator.metric.RunSummary;
import dev.sluice.simulator.output.RunFiles;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.LostRuns;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Jobs on nodes that fail, for some seeds.
class LostRunsTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    /// 40 jobs of one to four of eight nodes, five to fifty minutes each.
    private static Workload workload() {
        List<WorkloadJob> jobs = IntStream.range(0, 40)
                .mapToObj(i -> WorkloadJob.of(i + 1, 120 * i, 300 + i * 1009 % 2700, 1 + i % 4))
                .toList();
        return new Workload(jobs, OptionalInt.of(8), OptionalLong.empty());
    }

    private static RunResult run(String policy, CycleOptions cycle, long seed, Failures failures) {
        List<String> nodes = IntStream.range(0, 8).mapToObj(i -> "n" + i).toList();
        return new Scenario(
                        new RunName(policy, "t", "8 nodes", seed),
                        workload(),
                        SimulatedMachine.ofNodes(nodes),
                        EngineOptions.plain(Policies.named(policy).orElseThrow(), cycle),
                        new SimulationOptions(
                                WallTimeSource.of(Estimates.REQUESTED),
                                0,
                                5 * SECOND,
                                Optional.of(failures),
                                false,
                                false,
                                new Seeds(seed)))
                .run(ProgressWatch.NONE);
    }

    private static Failures failures(OnFailure what) {
        return new Failures(4 * 3600 * SECOND, 600 * SECOND, what);
    }

    @ParameterizedTest
    @CsvSource({"fcfs, 1", "easy, 2", "easy-sjbf, 3", "easy++, 4", "hybrid:2, 5", "conservative, 6"})
    void everyJobRunsToItsEndAndTheMachineIsBusyForAllRuns(String policy, long seed) {
        RunResult run = run(policy, CycleOptions.DEFAULT, seed, failures(OnFailure.REQUEUE));

        JobResults jobs = run.jobs();
        LostRuns lost = run.lostRuns();
        assertThat(lost.count()).isPositive();
        double held = lost.resourceSeconds();
        for (int row = 0; row < jobs.size(); row++) {
            assertThat(jobs.state(row)).isEqualTo(FinalState.COMPLETED_SUCCESSFULLY);
            held += jobs.resources(row) * (jobs.runNanos(row) / 1e9);
        }
        double busy = 0;
        for (int i = 0; i + 1 < run.machine().size(); i++) {
            double seconds = (run.machine().timeNanos(i + 1) - run.machine().timeNanos(i)) / 1e9;
            busy += run.machine().busy(i) * seconds;
        }
        assertThat(busy).isCloseTo(held, within(1e-3));
        assertThat(run.machine().busy(run.machine().size() - 1)).isZero();
        assertThat(run.machine().waiting(run.machine().size() - 1)).isZero();
    }

    @Test
    void theReferenceCycleLosesNothingMore() {
        RunResult run = run("easy", CycleOptions.reference(false), 7, failures(OnFailure.REQUEUE));

        assertThat(RunSummary.of(run).jobs().succeeded()).isEqualTo(40);
        assertThat(run.lostRuns().count()).isPositive();
    }

    @Test
    void aLostRunsJobStartsAgainAfterItsLossAndKeepsItsFirstStart() {
        RunResult run = run("easy", CycleOptions.DEFAULT, 2, failures(OnFailure.REQUEUE));

        LostRuns lost = run.lostRuns();
        for (int i = 0; i < lost.count(); i++) {
            JobResults jobs = run.jobs();
            assertThat(jobs.startNanos(lost.row(i))).isGreaterThanOrEqualTo(lost.lostNanos(i));
            assertThat(jobs.firstStartNanos(lost.row(i))).isLessThanOrEqualTo(lost.startNanos(i));
            assertThat(jobs.rangeCount(lost.row(i))).isPositive();
        }
    }

    @Test
    void withFailNoJobRunsTwice() {
        RunSummary summary = RunSummary.of(run("easy", CycleOptions.DEFAULT, 2, failures(OnFailure.FAIL)));

        assertThat(summary.losses().reruns()).isZero();
        assertThat(summary.jobs().failed()).isPositive();
        assertThat(summary.losses().resourceSeconds()).isPositive();
    }

    @Test
    void aJobThatAlwaysLosesItsRunFailsAtLast() {
        Failures hopeless = new Failures(30 * SECOND, SECOND, OnFailure.REQUEUE);

        RunSummary summary = RunSummary.of(run("fcfs", CycleOptions.DEFAULT, 1, hopeless));

        assertThat(summary.jobs().failed()).isEqualTo(40);
        assertThat(summary.losses().reruns()).isEqualTo(4000);
    }

    @Test
    void theSameSeedGivesTheSameFilesIncludingLostRuns() throws IOException {
        for (String name : List.of("one", "two")) {
            RunFiles.write(run("easy", CycleOptions.DEFAULT, 2, failures(OnFailure.REQUEUE)), folder.resolve(name));
        }

        for (String file : List.of("jobs.csv", "machine_states.csv", "summary.json", "result.swf")) {
            assertThat(folder.resolve("one").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("two").resolve(file));
        }
        assertThat(folder.resolve("one/jobs.csv")).content().hasLineCount(41);
        assertThat(folder.resolve("one/summary.json"))
                .content()
                .contains("runs were lost and made again", "\"reruns\" : ", "\"lost_resource_seconds\" : ");
    }
}
