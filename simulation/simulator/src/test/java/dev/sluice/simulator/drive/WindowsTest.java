package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.SimulationOptions.OnFailure;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.MachineSeries;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Windows in which no job may run, on four processors or nodes.
class WindowsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final SimulatedMachine NODES = SimulatedMachine.ofNodes(List.of("n0", "n1", "n2", "n3"));

    /// The second job would run into a window from 100 s on, the third one would not.
    private static final List<WorkloadJob> JOBS = List.of(
            WorkloadJob.of(1, 0, 50, 4).withEstimate(50),
            WorkloadJob.of(2, 10, 100, 4).withEstimate(100),
            WorkloadJob.of(3, 20, 40, 4).withEstimate(50),
            WorkloadJob.of(4, 150, 10, 1).withEstimate(10));

    private static Window window(Window.Part part, long start, long end) {
        return new Window("queues.yaml:3: window", "maintenance", part, start * SECOND, end * SECOND);
    }

    private static Window.Part processors(int count) {
        return new Window.Part(Optional.empty(), OptionalInt.of(count));
    }

    private static Window.Part hosts(String hosts) {
        return new Window.Part(Optional.of(new Constraint.Hostlist(Hostlist.parse(hosts))), OptionalInt.empty());
    }

    private static Scenario scenario(
            String policy, SimulatedMachine machine, List<WorkloadJob> jobs, Optional<Failures> failures) {
        return new Scenario(
                new RunName(policy, "jobs", "4", 0),
                new Workload(jobs, OptionalInt.of(4), OptionalLong.empty()),
                machine,
                EngineOptions.plain(Policies.named(policy).orElseThrow(), CycleOptions.DEFAULT),
                new SimulationOptions(
                        WallTimeSource.of(Estimates.REQUESTED), 0, 0, failures, false, false, new Seeds(3)));
    }

    private static RunResult run(String policy, SimulatedMachine machine, List<WorkloadJob> jobs, Window... windows) {
        return scenario(policy, machine, jobs, Optional.empty())
                .with(List.of(windows))
                .run(ProgressWatch.NONE);
    }

    private static List<Long> starts(RunResult run) {
        List<Long> starts = new ArrayList<>();
        for (int row = 0; row < run.jobs().size(); row++) {
            starts.add(run.jobs().startNanos(row) / SECOND);
        }
        return starts;
    }

    private static int down(RunResult run, long second) {
        MachineSeries series = run.machine();
        int down = 0;
        for (int i = 0; i < series.size() && series.timeNanos(i) <= second * SECOND; i++) {
            down = series.down(i);
        }
        return down;
    }

    @Test
    void jobsWaitForTheEndOfAWindowOrAreBackfilledBeforeIt() {
        RunResult run = run("easy", SimulatedMachine.counting(4), JOBS, window(Window.Part.EVERYTHING, 100, 200));

        assertThat(starts(run)).containsExactly(0L, 200L, 50L, 300L);
        assertThat(run.notes())
                .anySatisfy(
                        note -> assertThat(note.text()).isEqualTo("1 window in which no job may run: maintenance (1)"));
    }

    @Test
    void theReservationOfEasyMovesBehindTheWindow() {
        RunResult with = run("easy", SimulatedMachine.counting(4), JOBS, window(Window.Part.EVERYTHING, 100, 200));
        RunResult without = run("easy", SimulatedMachine.counting(4), JOBS);

        assertThat(with.jobs().estimatedStartNanos(1)).isEqualTo(200 * SECOND);
        assertThat(without.jobs().estimatedStartNanos(1)).isEqualTo(50 * SECOND);
    }

    @Test
    void resourcesOfAWindowCountAsDown() {
        RunResult run = run("easy", SimulatedMachine.counting(4), JOBS, window(processors(3), 100, 200));

        assertThat(List.of(down(run, 0), down(run, 99), down(run, 100), down(run, 199), down(run, 200)))
                .containsExactly(0, 0, 3, 3, 0);
        assertThat(starts(run).get(3)).as("fits beside the window").isEqualTo(150);
    }

    @Test
    void jobsStayAwayFromTheHostsOfAWindow() {
        List<WorkloadJob> small = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            small.add(WorkloadJob.of(i, 5 * i, 20, 1).withEstimate(25));
        }

        JobResults jobs =
                run("easy", NODES, small, window(hosts("n[0-1]"), 40, 90)).jobs();

        for (int row = 0; row < jobs.size(); row++) {
            boolean isInside = jobs.startNanos(row) < 90 * SECOND && jobs.finishNanos(row) > 40 * SECOND;
            if (isInside) {
                assertThat(jobs.allocation(row).first()).as("row %d", row).isGreaterThanOrEqualTo(2);
            }
        }
        assertThat(jobs.allocation(0).first()).isZero();
    }

    @Test
    void aWindowMayBeginAtOnceAndRepeat() {
        RunResult run = run(
                "easy",
                SimulatedMachine.counting(4),
                JOBS,
                window(Window.Part.EVERYTHING, 0, 10),
                window(Window.Part.EVERYTHING, 100, 110),
                window(Window.Part.EVERYTHING, 300, 310));

        assertThat(starts(run)).containsExactly(10L, 110L, 210L, 250L);
        assertThat(List.of(down(run, 5), down(run, 105), down(run, 150))).containsExactly(4, 4, 0);
    }

    @Test
    void windowsThatOverlapOnTheSameResourcesAreRefused() {
        Scenario onNodes = scenario("easy", NODES, JOBS, Optional.empty());

        assertThat(onNodes.with(List.of(window(hosts("n[0-1]"), 10, 20), window(hosts("n[2-3]"), 15, 25)))
                        .windows())
                .hasSize(2);
        assertThatThrownBy(() -> onNodes.with(List.of(window(hosts("n[0-1]"), 10, 20), window(hosts("n1"), 15, 90))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("queues.yaml:3: window (maintenance) from 15s to 90s: another window holds what it needs");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative"})
    void aNodeThatFailsInAWindowIsDownOnce(String policy) {
        List<WorkloadJob> small = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            small.add(WorkloadJob.of(i, 5 * i, 20, 1 + i % 3).withEstimate(25));
        }
        Failures failures = new Failures(100 * SECOND, 30 * SECOND, OnFailure.REQUEUE);

        RunResult run = scenario(policy, NODES, small, Optional.of(failures))
                .with(List.of(window(hosts("n[0-2]"), 40, 300), window(Window.Part.EVERYTHING, 400, 500)))
                .run(ProgressWatch.NONE);

        int most = 0;
        for (int i = 0; i < run.machine().size(); i++) {
            most = Math.max(most, run.machine().down(i));
        }
        assertThat(most).isEqualTo(4);
        assertThat(down(run, 450)).isEqualTo(4);
    }
}
