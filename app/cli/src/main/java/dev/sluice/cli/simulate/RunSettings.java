package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.graph.VertexKind;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.simulator.drive.Estimates;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.WallTimes;
import dev.sluice.simulator.result.RunName;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import java.util.Optional;

/// The options of runs, read and checked.
///
/// @param machine empty if the workload is to say
record RunSettings(
        Optional<Named> machine, QueueConfig queues, CycleOptions cycle, World world, Strictness strictness) {

    /// What happens to jobs, beside what the engine decides.
    record World(
            Estimates estimates,
            Optional<Failures> failures,
            long startDelayNanos,
            boolean forecasts,
            boolean followsPreceding) {}

    RunSettings {
        machine.ifPresent(named -> requireNodes(named, world));
        machine.ifPresent(queues::requireEffect);
    }

    /// Refuses settings that only together turn out to have no effect.
    RunSettings agreeing() {
        queues.requireEffect();
        return this;
    }

    private static void requireNodes(Named machine, World world) {
        if (world.failures().isPresent() && !machine.machine().unit().equals(VertexKind.NODE)) {
            throw new BadInput("--failures needs a machine of nodes: processors that are only counted cannot fail one"
                    + " by one. Maybe --platform, or --graph with --unit node?");
        }
    }

    /// The machine that is named, or else the one that the workload says it is from.
    Named machineFor(Workload workload, String trace) {
        if (machine.isPresent()) {
            return machine.get();
        }
        Named counted = Named.counting(workload.machineProcessors()
                .orElseThrow(() -> new BadInput(trace
                        + " does not say how large its machine is. Maybe name it: --machine, --platform or --graph,"
                        + " in an experiment machines?")));
        requireNodes(counted, world);
        queues.requireEffect(counted);
        return counted;
    }

    Scenario scenario(Workload workload, String trace, SchedulingPolicy policy, long seed) {
        Named named = machineFor(workload, trace);
        Scenario scenario = new Scenario(
                new RunName(policy.name(), trace, named.name(), seed),
                workload,
                queues.partitions().divide(named),
                new EngineOptions(policy, queues.order(), queues.rules(workload), cycle),
                new SimulationOptions(
                        WallTimes.of(world.estimates()),
                        0,
                        world.startDelayNanos(),
                        world.failures(),
                        world.forecasts(),
                        world.followsPreceding(),
                        new Seeds(seed)));
        try {
            return scenario.with(queues.windows(workload));
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }
}
