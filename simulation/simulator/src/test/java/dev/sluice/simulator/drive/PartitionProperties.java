package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.QueuePriority;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.WorkloadJob.Origin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SequencedMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// Counted processors in two parts: one for queue 1, the rest for jobs without a queue.
class PartitionProperties {

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }

    private static RunResult run(String policy, int own, int rest, List<WorkloadJob> jobs, List<Window> windows) {
        SequencedMap<String, Integer> parts = new LinkedHashMap<>();
        parts.put("own", own);
        parts.put("rest", rest);
        List<QueueRules> queues = List.of(
                QueueRules.unlimited("1").on(SimulatedMachine.inPartition("own")),
                QueueRules.unlimited(QueuePriority.DEFAULT_QUEUE).on(SimulatedMachine.inPartition("rest")));
        return new Scenario(
                        new RunName(policy, "jobs", "partitions", 0),
                        new Workload(jobs, OptionalInt.of(own + rest), OptionalLong.empty()),
                        SimulatedMachine.partitioned(parts),
                        new EngineOptions(
                                Policies.named(policy).orElseThrow(), JobOrder.fifo(), queues, CycleOptions.DEFAULT),
                        new SimulationOptions(
                                WallTimeSource.of(Estimates.REQUESTED),
                                0,
                                0,
                                Optional.empty(),
                                false,
                                false,
                                new Seeds(0)))
                .with(windows)
                .run(ProgressWatch.NONE);
    }

    private static List<WorkloadJob> jobs(Random random, int processorsMax, boolean inBoth) {
        List<WorkloadJob> jobs = new ArrayList<>();
        double submit = 0;
        for (int i = 0; i < 40; i++) {
            submit += random.nextInt(20);
            int run = random.nextInt(60);
            WorkloadJob job = WorkloadJob.of(i, submit, run, 1 + random.nextInt(processorsMax))
                    .withEstimate(1 + run + random.nextInt(30));
            boolean inQueue = !inBoth || random.nextBoolean();
            jobs.add(inQueue ? job.withOrigin(Origin.NOT_KNOWN.withQueue(1)) : job);
        }
        return jobs;
    }

    @Property(tries = 200)
    void aPartitionWithAllJobsSchedulesLikeAMachineOfItsSize(
            @ForAll("policies") String policy,
            @ForAll @IntRange(min = 1, max = 12) int own,
            @ForAll @IntRange(min = 1, max = 12) int rest,
            @ForAll long seed) {
        List<WorkloadJob> jobs = jobs(new Random(seed), own + 1, false);

        RunResult run = run(policy, own, rest, jobs, List.of());

        assertThat(PlainRuns.starts(run))
                .isEqualTo(PlainRuns.starts(PlainRuns.run(policy, SimulatedMachine.counting(own), jobs, 0)));
    }

    @Property(tries = 200)
    void jobsStayInTheirPartitionAndOutOfWindows(
            @ForAll("policies") String policy,
            @ForAll @IntRange(min = 1, max = 12) int own,
            @ForAll @IntRange(min = 1, max = 12) int rest,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<WorkloadJob> jobs = jobs(random, Math.max(own, rest), true);
        long start = random.nextInt(200) * 1_000_000_000L;
        Window window = new Window(
                "test",
                "closed",
                new Window.Part(Optional.of(SimulatedMachine.inPartition("own")), OptionalInt.empty()),
                start,
                start + 100_000_000_000L);

        JobResults table = run(policy, own, rest, jobs, List.of(window)).jobs();

        for (int row = 0; row < table.size(); row++) {
            boolean inOwn = jobs.get(row).origin().queue() == 1;
            boolean fits = table.resources(row) <= (inOwn ? own : rest);
            assertThat(table.state(row)).isEqualTo(fits ? FinalState.COMPLETED_SUCCESSFULLY : FinalState.REJECTED);
            if (fits) {
                assertThat(table.allocation(row).size()).isEqualTo(table.resources(row));
                assertThat(table.allocation(row).first()).isGreaterThanOrEqualTo(inOwn ? 0 : own);
                assertThat(table.allocation(row).last()).isLessThan(inOwn ? own : own + rest);
                boolean runsInside =
                        table.startNanos(row) < window.endNanos() && table.finishNanos(row) > window.startNanos();
                assertThat(inOwn && runsInside).isFalse();
            }
        }
    }
}
