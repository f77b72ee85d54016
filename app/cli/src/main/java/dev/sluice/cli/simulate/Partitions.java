package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.jobspec.Constraint;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.simulator.drive.SimulatedMachine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/// Queues that own counted processors. The other queues, and jobs without one, share the rest.
///
/// @param processors by the name of the queue that owns them
record Partitions(SequencedMap<String, Item> processors) {
    static final Partitions NONE = new Partitions(new LinkedHashMap<>());

    /// The partition of the other queues.
    private static final String SHARED = "shared";

    boolean isEmpty() {
        return processors.isEmpty();
    }

    boolean has(String queue) {
        return processors.containsKey(queue);
    }

    /// Refuses more processors than the machine has.
    void requireFit(MachineFacts machine) {
        long sum = 0;
        for (Item item : processors.values()) {
            sum += item.number();
            if (sum > machine.size()) {
                throw item.wrong("brings the processors owned by queues to (" + sum + "), and the machine ("
                        + machine.name() + ") has fewer");
            }
        }
    }

    /// Returns the machine, partitioned if any queue owns processors.
    SimulatedMachine divide(Named machine) {
        if (isEmpty()) {
            return machine.machine();
        }
        SequencedMap<String, Integer> sizes = new LinkedHashMap<>();
        processors.forEach((queue, item) -> sizes.put(partition(queue), (int) item.number()));
        int shared = machine.machine().size()
                - sizes.values().stream().mapToInt(Integer::intValue).sum();
        if (shared > 0) {
            sizes.put(SHARED, shared);
        }
        return SimulatedMachine.partitioned(sizes);
    }

    /// Returns the rules of all queues, each with its partition.
    ///
    /// @param used the queues of the jobs, which may have no rules
    List<QueueRules> place(List<QueueRules> queues, Set<String> used) {
        if (isEmpty()) {
            return queues;
        }
        List<QueueRules> placed = new ArrayList<>();
        Set<String> others = new TreeSet<>(used);
        for (QueueRules queue : queues) {
            placed.add(queue.on(where(queue.name())));
            others.remove(queue.name());
        }
        others.forEach(name -> placed.add(QueueRules.unlimited(name).on(where(name))));
        return placed;
    }

    /// Returns the partition of a queue's jobs.
    Constraint where(String queue) {
        return SimulatedMachine.inPartition(has(queue) ? partition(queue) : SHARED);
    }

    Optional<Item> of(String queue) {
        return Optional.ofNullable(processors.get(queue));
    }

    private static String partition(String queue) {
        return "queue-" + queue;
    }
}
