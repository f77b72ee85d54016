package dev.sluice.simulator.drive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.graph.GraphBuilder;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.simulator.result.FinalState;
import dev.sluice.simulator.result.JobResults;
import dev.sluice.simulator.result.RunResult;
import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/// Laws of runs on any machine: racks, sockets, GPUs and memory pools at random, under every policy.
class MachineProperties {

    @Provide
    Arbitrary<String> policies() {
        return Arbitraries.of("fcfs", "easy", "easy-sjbf", "easy++", "hybrid:3", "conservative");
    }

    @Provide
    Arbitrary<String> units() {
        return Arbitraries.of("core", "node", "socket", "gpu", "memory");
    }

    /// Checked from the results alone, by adding up what overlaps in time.
    @Property(tries = 400)
    void noUnitIsInUseTwiceAndEveryJobThatFitsTheEmptyMachineRuns(
            @ForAll("policies") String policy,
            @ForAll("units") String unit,
            @ForAll boolean onTheGraph,
            @ForAll long seed) {
        Random random = new Random(seed);
        long shape = random.nextLong();
        SimulatedMachine machine = SimulatedMachine.of(() -> randomGraph(new Random(shape)), unit);
        List<WorkloadJob> jobs = randomJobs(random, 40, machine.size() + 2);

        RunResult run = PlainRuns.run(policy, onTheGraph ? placed(machine) : machine, jobs, 0);

        JobResults table = run.jobs();
        for (int row = 0; row < table.size(); row++) {
            boolean fits = table.resources(row) <= machine.size();
            assertThat(table.state(row)).isEqualTo(fits ? FinalState.COMPLETED_SUCCESSFULLY : FinalState.REJECTED);
            if (fits) {
                assertThat(inUseAtStartOf(row, table)).isLessThanOrEqualTo(machine.size());
                assertThat(table.allocation(row).size()).isEqualTo(table.resources(row));
            }
        }
        assertNoUnitIsHeldTwice(table);
    }

    @Property(tries = 300)
    void equalUnitsGiveTheScheduleOfCountedProcessors(@ForAll("policies") String policy, @ForAll long seed) {
        Random random = new Random(seed);
        int count = 1 + random.nextInt(12);
        List<WorkloadJob> jobs = randomJobs(random, 40, count + 1);

        long[] counted = PlainRuns.starts(PlainRuns.run(policy, SimulatedMachine.counting(count), jobs, 0));

        for (SimulatedMachine machine : machinesOf(count)) {
            assertThat(machine.size()).isEqualTo(count);
            assertThat(PlainRuns.starts(PlainRuns.run(policy, machine, jobs, 0)))
                    .isEqualTo(counted);
        }
    }

    /// Machines of so many equal units each.
    private static List<SimulatedMachine> machinesOf(int count) {
        return List.of(
                SimulatedMachine.of(
                        () -> GraphBuilder.cluster("c").each("core", count).build(), "core"),
                SimulatedMachine.of(
                        () -> GraphBuilder.cluster("c").each("node", count).build(), "node"),
                SimulatedMachine.of(
                        () -> GraphBuilder.cluster("c")
                                .each("node", count, node -> node.each("core", 1))
                                .build(),
                        "core"),
                SimulatedMachine.of(
                        () -> GraphBuilder.cluster("c")
                                .each(
                                        "rack",
                                        count,
                                        rack -> rack.each(
                                                "node",
                                                1,
                                                node -> node.each("socket", 2, socket -> socket.each("core", 2))))
                                .build(),
                        "node"),
                SimulatedMachine.ofNodes(
                        IntStream.range(0, count).mapToObj(i -> "n" + i).toList()));
    }

    /// The same machine, with reservations for certain vertices even where all are alike.
    private static SimulatedMachine placed(SimulatedMachine machine) {
        return new SimulatedMachine(
                machine.graph(),
                machine.size(),
                machine.unit(),
                machine.isPooled(),
                machine.below(),
                false,
                machine.label());
    }

    private static ResourceGraph randomGraph(Random random) {
        GraphBuilder cluster = GraphBuilder.cluster("c");
        int racks = 1 + random.nextInt(3);
        boolean isMixed = random.nextBoolean();
        int shape = random.nextInt();
        cluster.each(
                "rack",
                racks,
                rack -> rack.each(
                        "node",
                        1 + random.nextInt(2),
                        node -> fill(node, new Random(isMixed ? random.nextInt() : shape))));
        return cluster.build();
    }

    private static void fill(GraphBuilder node, Random random) {
        int cores = 1 + random.nextInt(3);
        boolean isPooled = random.nextInt(4) == 0;
        node.each("socket", 1 + random.nextInt(2), socket -> {
            if (isPooled) {
                socket.banks("core", 1, "", cores);
            } else {
                socket.each("core", cores);
            }
            socket.each("gpu", 1);
            socket.banks("memory", 1, "GB", 4);
        });
        if (random.nextBoolean()) {
            node.pool("memory", "GB", 3);
        }
        if (random.nextBoolean()) {
            node.each("core", 1);
        }
    }

    private static List<WorkloadJob> randomJobs(Random random, int count, int sizeMax) {
        List<WorkloadJob> jobs = new ArrayList<>();
        double submit = 0;
        for (int number = 1; number <= count; number++) {
            submit += random.nextInt(4);
            double run = random.nextInt(4) == 0 ? 0 : random.nextInt(20);
            WorkloadJob job = WorkloadJob.of(number, submit, run, 1 + random.nextInt(Math.max(1, sizeMax)));
            jobs.add(random.nextBoolean() ? job.withEstimate(run + 1 + random.nextInt(10)) : job);
        }
        return jobs;
    }

    private static long inUseAtStartOf(int row, JobResults table) {
        long time = table.startNanos(row);
        long inUse = 0;
        for (int other = 0; other < table.size(); other++) {
            if (table.hasRun(other) && table.startNanos(other) <= time && table.finishNanos(other) > time) {
                inUse += table.resources(other);
            }
        }
        return inUse;
    }

    private static void assertNoUnitIsHeldTwice(JobResults table) {
        for (int row = 0; row < table.size(); row++) {
            for (int other = 0; other < row; other++) {
                if (table.hasRun(row)
                        && table.hasRun(other)
                        && table.startNanos(row) < table.finishNanos(other)
                        && table.startNanos(other) < table.finishNanos(row)) {
                    assertThat(table.allocation(row).intersect(table.allocation(other)))
                            .isEqualTo(Idset.EMPTY);
                }
            }
        }
    }
}
