package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.simulate.MachineMixin.Named;
import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.simulator.drive.Window;
import dev.sluice.simulator.result.Note;
import dev.sluice.traces.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The configured queues and their order.
///
/// @param partitions queues that own processors
/// @param windows times in which no job may run
/// @param source settings whose effect depends on the run
record QueueConfig(
        JobOrder order, List<QueueRules> queues, Partitions partitions, List<WindowSetting> windows, Source source) {
    static final QueueConfig PLAIN = new QueueConfig(
            JobOrder.fifo(),
            List.of(),
            Partitions.NONE,
            List.of(),
            new Source(List.of(), List.of(), List.of(), Optional.empty()));

    /// Settings of the file.
    ///
    /// @param names of the queues
    /// @param priorities of the queues that have one
    /// @param machineSettings settings that affect some machines only
    /// @param priorityWeight the weight of priority in the file's own order
    record Source(
            List<Item> names,
            List<Item> priorities,
            List<QueueSetting> machineSettings,
            Optional<Item> priorityWeight) {
        Source {
            names = List.copyOf(names);
            priorities = List.copyOf(priorities);
            machineSettings = List.copyOf(machineSettings);
        }
    }

    QueueConfig {
        queues = List.copyOf(queues);
        windows = List.copyOf(windows);
    }

    /// Returns the same queues in the order of the command line.
    QueueConfig inOrder(JobOrder other) {
        return new QueueConfig(other, queues, partitions, windows, source);
    }

    /// Refuses priorities without a weight and a weight without priorities. Replacing the order of a file that
    /// has both is allowed: a sweep may compare orders.
    void requireEffect() {
        if (source.priorityWeight().isPresent() && source.priorities().isEmpty()) {
            throw source.priorityWeight().get().wrong("has no effect: no queue has a priority");
        }
        boolean isWeighed = order instanceof WeightedOrder weighted && weighted.priority() != 0;
        if (isWeighed && source.priorities().isEmpty()) {
            throw new BadInput(
                    "--order: the weight of priority has no effect: no queue of --queue-config has a priority");
        }
        if (!source.priorities().isEmpty()
                && !isWeighed
                && source.priorityWeight().isEmpty()) {
            throw source.priorities()
                    .getFirst()
                    .wrong("has no effect: the order gives priority no weight. Maybe order: {priority: 1}?");
        }
    }

    /// Refuses settings that have no effect on this machine.
    void requireEffect(Named machine) {
        if (!source.machineSettings().isEmpty()) {
            MachineFacts facts = MachineFacts.of(machine);
            source.machineSettings().forEach(setting -> setting.requireEffect(facts));
            partitions.requireFit(facts);
        }
    }

    /// Returns the rules of all queues, including those that only the workload names if they have their own
    /// partition.
    List<QueueRules> rules(Workload workload) {
        return partitions.isEmpty() ? queues : partitions.place(queues, used(workload));
    }

    List<Window> windows(Workload workload) {
        List<Window> all = new ArrayList<>();
        windows.forEach(setting -> all.addAll(setting.in(workload)));
        return all;
    }

    /// Notes queues without jobs: they may be misspelt, or the trace is short.
    List<Note> notes(Workload workload) {
        if (source.names().isEmpty()) {
            return List.of();
        }
        Set<String> used = used(workload);
        return source.names().stream()
                .filter(name -> !used.contains(name.text()))
                .map(name -> new Note("queues", name.place() + ": no job is in the queue (" + name.text() + ")"))
                .toList();
    }

    /// Returns the queues of the jobs.
    private static Set<String> used(Workload workload) {
        return workload.jobs().stream()
                .map(job -> job.origin().queue())
                .distinct()
                .map(QueueConfig::name)
                .collect(Collectors.toSet());
    }

    /// Returns the name of a queue by its number in the trace.
    static String name(long queue) {
        return queue < 0 ? QueuePriority.DEFAULT_QUEUE : Long.toString(queue);
    }
}
