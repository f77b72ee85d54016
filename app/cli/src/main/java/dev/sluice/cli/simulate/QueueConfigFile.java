package dev.sluice.cli.simulate;

import dev.sluice.cli.simulate.QueueSetting.Need;
import dev.sluice.cli.simulate.YamlMap.Item;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.queue.QueuePriority;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.QueueWallTimes;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.order.JobOrder;
import dev.sluice.scheduling.order.WeightedOrder;
import dev.sluice.simulator.drive.Window;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;

/// Reads queues from YAML, of which JSON is a part:
///
/// ```yaml
/// order: {priority: 1000, age-second: 1, core: 0}   # left out: first in, first out
/// queues:
///   - name: "1"                  # as the trace numbers it; "default" is the queue of jobs that have none
///     priority: 10
///     max-walltime: 2h
///     default-walltime: 30m
///     properties: [gpu]          # or hosts: node[0-15]; left out: anywhere
///     processors: 64             # on counted processors: its own; the other queues share the rest
///     limits:
///       - {scope: user, jobs: 10, nodes: 4, cores: 64, gpus: 2}
/// windows:                       # in which no job may run
///   - name: maintenance
///     start: 2d                  # since the run's beginning, or a date such as 2026-05-01T06:00:00Z
///     duration: 4h               # or end, like start
///     every: 7d                  # until the last submission; left out: once
///     hosts: node[0-3]           # or processors: 64, or queue: "1"; left out: the whole machine
/// ```
///
/// What is wrong in itself is refused here; what only the machine or the trace can tell, by [QueueConfig].
final class QueueConfigFile {
    private static final Set<String> TOP = Set.of("order", "queues", "windows");
    private static final Set<String> ORDER = Set.of("priority", "age-second", "core");
    private static final Set<String> QUEUE = Set.of(
            "name", "priority", "max-walltime", "default-walltime", "properties", "hosts", "processors", "limits");
    private static final Set<String> WINDOW =
            Set.of("name", "start", "duration", "end", "every", "hosts", "processors", "queue");

    private static final Set<String> LIMIT = Set.of("scope", "jobs", "nodes", "cores", "gpus");

    /// The resources of limits that only some machines can count.
    private static final Map<String, Need> COUNTED =
            Map.of("nodes", Need.NODES, "cores", Need.CORES, "gpus", Need.GPUS);

    private final YamlMap top;
    private final List<Item> names = new ArrayList<>();
    private final List<Item> priorities = new ArrayList<>();
    private final List<QueueSetting> machineSettings = new ArrayList<>();
    private final SequencedMap<String, Item> processors = new LinkedHashMap<>();

    private QueueConfigFile(YamlMap top) {
        this.top = top;
    }

    /// @param file the name of the text in messages
    static QueueConfig parse(String text, String file) {
        return new QueueConfigFile(YamlMap.parse(text, file)).config();
    }

    private QueueConfig config() {
        top.requireOnly(TOP);
        Optional<YamlMap> weights = top.map("order");
        JobOrder order = weights.map(this::order).orElse(JobOrder.fifo());
        List<QueueRules> queues = new ArrayList<>();
        for (YamlMap queue : top.maps("queues")) {
            queues.add(queue(queue));
        }
        Optional<Item> priorityWeight =
                weights.flatMap(map -> map.find("priority")).filter(weight -> weight.number() != 0);
        Partitions partitions = new Partitions(processors);
        List<WindowSetting> windows = new ArrayList<>();
        for (YamlMap window : top.maps("windows")) {
            windows.add(window(window, partitions, windows));
        }
        return new QueueConfig(
                order,
                queues,
                partitions,
                windows,
                new QueueConfig.Source(names, priorities, machineSettings, priorityWeight));
    }

    private JobOrder order(YamlMap order) {
        order.requireOnly(ORDER);
        WeightedOrder weights;
        try {
            weights = new WeightedOrder(
                    order.number("priority", 0), order.number("age-second", 0), order.number("core", 0));
        } catch (IllegalArgumentException e) {
            throw order.wrong(String.valueOf(e.getMessage()));
        }
        if (weights.isFlat()) {
            throw order.wrong("all weights are 0, so it has no effect. Maybe leave it out: first in, first out?");
        }
        if (weights.core() != 0) {
            machineSettings.add(new QueueSetting(order.item("core"), Need.CORES));
        }
        return weights;
    }

    private QueueRules queue(YamlMap queue) {
        queue.requireOnly(QUEUE);
        Item name = queue.item("name");
        requireName(name);
        for (Item other : names) {
            if (other.text().equals(name.text())) {
                throw name.wrong("is defined twice; the other one is at " + other.place());
            }
        }
        names.add(name);
        queue.find("priority").ifPresent(priorities::add);
        queue.find("processors").ifPresent(count -> processors.put(name.text(), counted(count)));
        return new QueueRules(name.text(), nodeSet(queue), limits(queue), wallTimes(queue), priority(queue));
    }

    /// Traces number their queues, so other names match no job.
    private static void requireName(Item name) {
        if (!name.text().matches("0|[1-9]\\d{0,17}") && !name.text().equals(QueuePriority.DEFAULT_QUEUE)) {
            throw name.wrong("can match no job: it must be the number of a queue in the trace, or ("
                    + QueuePriority.DEFAULT_QUEUE + ") for jobs without one");
        }
    }

    private static long priority(YamlMap queue) {
        long priority = queue.number("priority", 0);
        if (priority != (int) priority) {
            throw queue.item("priority").wrong("must be from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
        return priority;
    }

    private static QueueWallTimes wallTimes(YamlMap queue) {
        OptionalLong max = duration(queue, "max-walltime");
        OptionalLong usual = duration(queue, "default-walltime");
        if (max.isPresent() && usual.isPresent() && usual.getAsLong() > max.getAsLong()) {
            throw queue.item("default-walltime").wrong("is above max-walltime (" + queue.text("max-walltime") + ")");
        }
        return new QueueWallTimes(max, usual);
    }

    private static OptionalLong duration(YamlMap map, String key) {
        Optional<Item> item = map.find(key);
        return item.isPresent() ? OptionalLong.of(item.get().nanos()) : OptionalLong.empty();
    }

    private Optional<Constraint> nodeSet(YamlMap queue) {
        List<Constraint> constraints = new ArrayList<>();
        for (Item property : filled(queue, "properties")) {
            constraints.add(property(property));
            machineSettings.add(new QueueSetting(property, Need.PROPERTY));
        }
        for (Item hosts : filled(queue, "hosts")) {
            constraints.add(new Constraint.Hostlist(hostlist(hosts)));
            machineSettings.add(new QueueSetting(hosts, Need.HOSTS));
        }
        return constraints.isEmpty() ? Optional.empty() : Optional.of(new Constraint.And(constraints));
    }

    /// A number of counted processors.
    private Item counted(Item count) {
        if (count.number() < 1 || count.number() > Integer.MAX_VALUE) {
            throw count.wrong("must be from 1 to " + Integer.MAX_VALUE);
        }
        machineSettings.add(new QueueSetting(count, Need.COUNTED_PROCESSORS));
        return count;
    }

    private WindowSetting window(YamlMap window, Partitions partitions, List<WindowSetting> others) {
        window.requireOnly(WINDOW);
        Item name = window.item("name");
        for (WindowSetting other : others) {
            if (other.name().text().equals(name.text())) {
                throw name.wrong(
                        "is defined twice; the other one is at " + other.name().place());
            }
        }
        Item start = window.item("start");
        WindowSetting.requireMoment(start);
        Optional<Item> end = window.find("end");
        end.ifPresent(WindowSetting::requireMoment);
        Optional<Item> duration = window.find("duration");
        duration.ifPresent(Item::nanos);
        if (end.isPresent() == duration.isPresent()) {
            throw window.wrong("needs either duration or end");
        }
        Optional<Item> every = window.find("every");
        every.ifPresent(Item::nanos);
        return new WindowSetting(name, part(window, partitions), start, end, duration, every);
    }

    private Window.Part part(YamlMap window, Partitions partitions) {
        if (window.has("hosts") && (window.has("processors") || window.has("queue"))) {
            throw window.wrong("must have either hosts, or processors and queue");
        }
        List<Item> hosts = filled(window, "hosts");
        if (!hosts.isEmpty()) {
            hosts.forEach(item -> machineSettings.add(new QueueSetting(item, Need.HOSTS)));
            List<Hostlist> lists = hosts.stream().map(QueueConfigFile::hostlist).toList();
            return new Window.Part(
                    Optional.of(new Constraint.Hostlist(Hostlist.concatenate(lists))), OptionalInt.empty());
        }
        Optional<Item> count = window.find("processors").map(this::counted);
        OptionalInt units = count.isPresent() ? OptionalInt.of((int) count.get().number()) : OptionalInt.empty();
        if (window.has("queue")) {
            return new Window.Part(Optional.of(partition(window.item("queue"), units, partitions)), units);
        }
        if (count.isPresent() && !partitions.isEmpty()) {
            throw count.get().wrong("needs a queue, since queues have their own processors");
        }
        return new Window.Part(Optional.empty(), units);
    }

    private static Constraint partition(Item queue, OptionalInt units, Partitions partitions) {
        Item own = partitions.of(queue.text()).orElseThrow(() -> queue.wrong("is not a queue with its own processors"));
        if (units.isPresent() && units.getAsInt() > own.number()) {
            throw queue.wrong(
                    "has (" + own.number() + ") processors, fewer than the window's (" + units.getAsInt() + ")");
        }
        return partitions.where(queue.text());
    }

    private static Constraint property(Item item) {
        try {
            return new Constraint.Properties(List.of(item.text()));
        } catch (IllegalArgumentException e) {
            throw item.wrong("is not a property: " + e.getMessage());
        }
    }

    private static Hostlist hostlist(Item item) {
        try {
            Hostlist hosts = Hostlist.parse(item.text());
            if (hosts.isEmpty()) {
                throw item.wrong("names no host");
            }
            return hosts;
        } catch (IllegalArgumentException e) {
            throw item.wrong("is not a list of hosts such as node[0-15]: " + e.getMessage());
        }
    }

    /// Returns the items of a list, which must not be empty if it is present.
    private static List<Item> filled(YamlMap map, String key) {
        if (map.has(key) && map.items(key).isEmpty()) {
            throw map.item(key).wrong("is empty. Maybe leave it out?");
        }
        return map.items(key);
    }

    private List<Limit> limits(YamlMap queue) {
        List<Limit> limits = new ArrayList<>();
        Map<Limit.Scope, Map<String, Item>> bounds = new EnumMap<>(Limit.Scope.class);
        for (Item item : filled(queue, "limits")) {
            YamlMap limit = item.map();
            limit.requireOnly(LIMIT);
            Limit.Scope scope = scope(limit.item("scope"));
            Map<String, Item> known = bounds.computeIfAbsent(scope, _ -> new HashMap<>());
            limits.add(new Limit(scope, amounts(limit, known)));
        }
        return limits;
    }

    private static Limit.Scope scope(Item item) {
        try {
            return Limit.Scope.valueOf(item.text().toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw item.wrong("must be queue, user or account");
        }
    }

    /// @param known the bounds of earlier limits of the same scope
    private ResourceAmounts amounts(YamlMap limit, Map<String, Item> known) {
        if (limit.entries().size() == 1) {
            throw limit.wrong("bounds nothing. Maybe add jobs, nodes, cores or gpus?");
        }
        return new ResourceAmounts(
                amount(limit, "jobs", known),
                amount(limit, "nodes", known),
                amount(limit, "cores", known),
                amount(limit, "gpus", known));
    }

    private long amount(YamlMap limit, String what, Map<String, Item> known) {
        if (!limit.has(what)) {
            return Long.MAX_VALUE;
        }
        Item item = limit.item(what);
        if (item.number() < 0) {
            throw item.wrong("must not be negative");
        }
        Item other = known.putIfAbsent(what, item);
        if (other != null) {
            throw item.wrong(
                    "is bounded for the same scope by " + other.path() + " (" + other.text() + ") at " + other.place());
        }
        Need need = COUNTED.get(what);
        if (need != null) {
            machineSettings.add(new QueueSetting(item, need));
        }
        return item.number();
    }
}
