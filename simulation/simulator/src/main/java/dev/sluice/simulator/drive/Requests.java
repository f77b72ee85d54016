package dev.sluice.simulator.drive;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Requests for so many processors. Jobs of one size share one, so that the engine sees at a glance that they are
/// alike.
final class Requests {
    private final SimulatedMachine machine;
    private final Map<Integer, Jobspec> bySize = new HashMap<>();

    Requests(SimulatedMachine machine) {
        this.machine = machine;
    }

    Jobspec of(int processors) {
        Jobspec known = bySize.get(processors);
        if (known == null) {
            known = make(processors);
            bySize.put(processors, known);
        }
        return known;
    }

    private Jobspec make(int processors) {
        // Of a pool a job takes an amount; any other unit, and all that is below it, belongs to one job at a time.
        Optional<Boolean> exclusive = machine.isPooled() ? Optional.empty() : Optional.of(true);
        List<ResourceRequest> below = List.of();
        for (SimulatedMachine.Level level : machine.below().reversed()) {
            below = List.of(request(level.type(), level.count(), Optional.empty(), below));
        }
        return new Jobspec(
                Jobspec.VERSION_1,
                List.of(request(machine.unit(), processors, exclusive, below)),
                List.of(),
                Attributes.NONE);
    }

    private static ResourceRequest request(
            String type, int count, Optional<Boolean> exclusive, List<ResourceRequest> with) {
        return new ResourceRequest(
                type, Count.exactly(count), Optional.empty(), exclusive, Optional.empty(), Optional.empty(), with);
    }
}
