package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.BuildVersion;
import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.graph.VertexKind;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.CycleOptions;
import dev.sluice.scheduling.EngineOptions;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.simulator.drive.MissingEstimates;
import dev.sluice.simulator.drive.Scenario;
import dev.sluice.simulator.drive.SimulationOptions;
import dev.sluice.simulator.drive.SimulationOptions.Failures;
import dev.sluice.simulator.drive.WallTimeSource;
import dev.sluice.simulator.result.Note;
import dev.sluice.simulator.result.RunName;
import dev.sluice.simulator.result.RunSetup;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/// The options of runs, read and checked.
///
/// @param machine empty if the workload determines it
/// @param setup the options by their names, and what metrics leave out
record RunSettings(
        Optional<Named> machine,
        QueueConfig queues,
        CycleOptions cycle,
        World world,
        Strictness strictness,
        RunSetup setup) {

    static final String POLICY = "policy";
    static final String TRACE = "trace";
    static final String SEED = "seed";
    static final String VERSION = "version";

    /// Options of the simulated world: what happens to jobs besides scheduling.
    record World(
            WallTimeSource wallTimes,
            Optional<Failures> failures,
            long startDelayNanos,
            boolean forecasts,
            boolean followsPreceding) {}

    RunSettings {
        machine.ifPresent(named -> requireNodes(named, world));
        machine.ifPresent(queues::requireEffect);
    }

    /// Refuses combinations of settings that have no effect.
    RunSettings consistent() {
        queues.requireEffect();
        return this;
    }

    private static void requireNodes(Named machine, World world) {
        if (world.failures().isPresent() && !machine.machine().unit().equals(VertexKind.NODE)) {
            throw new BadInput("--failures needs a machine of nodes, which fail one by one; the units of this one are ("
                    + machine.machine().label() + "). Maybe --platform, or --graph with --unit node?");
        }
    }

    /// Returns the machine of the options, or else that of the workload.
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

    /// Returns the source of wall times, with the defaults of the queues that need one.
    private WallTimeSource wallTimes(Workload workload, String trace) {
        if (!(world.wallTimes().missing() instanceof MissingEstimates.QueueDefault)) {
            return world.wallTimes();
        }
        Map<String, Long> defaults = new HashMap<>();
        for (QueueRules queue : queues.queues()) {
            queue.wallTimes().defaultNanos().ifPresent(nanos -> defaults.put(queue.name(), nanos));
        }
        for (WorkloadJob job : workload.jobs()) {
            String queue = QueueConfig.name(job.origin().queue());
            if (world.wallTimes().isMissing(job) && !defaults.containsKey(queue)) {
                throw new BadInput(trace + ": job (" + job.name() + ") has no requested time, and its queue (" + queue
                        + ") no default-walltime. Maybe set one in --queue-config, or --missing-estimates exact?");
            }
        }
        return new WallTimeSource(world.wallTimes().estimates(), new MissingEstimates.QueueDefault(defaults));
    }

    /// Returns notes on these settings and a workload.
    List<Note> notes(Workload workload) {
        List<Note> notes = new ArrayList<>(queues.notes(workload));
        boolean hasDefaults = queues.queues().stream()
                .anyMatch(queue -> queue.wallTimes().defaultNanos().isPresent());
        if (hasDefaults
                && !(world.wallTimes().missing() instanceof MissingEstimates.QueueDefault)
                && workload.jobs().stream().anyMatch(world.wallTimes()::isMissing)) {
            notes.add(new Note(
                    "estimates", "default-walltime of the queues is not used. Maybe --missing-estimates queue?"));
        }
        return notes;
    }

    Scenario scenario(Workload workload, String trace, SchedulingPolicy policy, long seed) {
        Named named = machineFor(workload, trace);
        Scenario scenario = new Scenario(
                new RunName(policy.name(), trace, named.name(), seed),
                workload,
                queues.partitions().divide(named),
                new EngineOptions(policy, queues.order(), queues.rules(workload), cycle),
                new SimulationOptions(
                        wallTimes(workload, trace),
                        0,
                        world.startDelayNanos(),
                        world.failures(),
                        world.forecasts(),
                        world.followsPreceding(),
                        new Seeds(seed)));
        try {
            return scenario.with(queues.windows(workload)).with(setup(workload, trace, policy, seed, named));
        } catch (IllegalArgumentException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /// Returns all options of one run, with those that distinguish runs first.
    private RunSetup setup(Workload workload, String trace, SchedulingPolicy policy, long seed, Named named) {
        SequencedMap<String, String> options = new LinkedHashMap<>();
        options.put(POLICY, policy.name());
        options.put(TRACE, trace);
        options.put(SEED, Long.toString(seed));
        if (machine.isEmpty()) {
            options.put(MachineMixin.MACHINE, Integer.toString(named.machine().size()));
        }
        options.putAll(setup.options());
        options.put(VERSION, BuildVersion.text());
        return new RunSetup(options, workload.unixStartSeconds(), setup.skipFirstNanos(), setup.skipLastNanos());
    }
}
