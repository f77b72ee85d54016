package dev.sluice.scheduling;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.Colocation;
import dev.sluice.jobspec.pod.HostPort;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.jobspec.pod.TopologySpread;
import dev.sluice.jobspec.pod.WhenUnsatisfiable;
import dev.sluice.queue.Condition;
import dev.sluice.queue.Job;
import dev.sluice.queue.JobParts;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.image.JobTable;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.queue.record.Share;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import dev.sluice.scheduling.machine.NodeUse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/// A random history of a cluster: all kinds of events, drawn from a seed, and the facts about the machine that they
/// have led to. Some events are late, repeated or about things that are gone.
final class LiveHistory {
    private static final int NODES = 5;
    private static final int RACKS = 3;
    private static final int HOLDERS = 4;
    private static final long S = Task.SECOND;

    static final HostPort PORT = HostPort.tcp(9100);

    private final RandomGenerator random;
    private final Engine engine;
    private final Map<String, Fact> nodes = new TreeMap<>();
    private final Map<String, ForeignUse> foreign = new TreeMap<>();
    private final boolean isWide;
    private long jobs;
    private long clockNanos;

    /// What is known of a node.
    private static final class Fact {
        private LiveNode node;
        private boolean isThere;
        private final Map<String, Long> sizes = new TreeMap<>();
        private Map<String, String> labels = Map.of();
        private List<Taint> taints = List.of();
        private final List<ClosedReason> reasons = new ArrayList<>();

        private Fact(LiveNode node) {
            this.node = node;
        }

        private void forget() {
            sizes.clear();
            labels = Map.of();
            taints = List.of();
            reasons.clear();
        }

        /// What a driver reports of it after a restart.
        private List<Event> events() {
            List<Event> events = new ArrayList<>(List.of(node.added()));
            sizes.forEach((pool, size) -> events.add(new Event.NodeResized(node.path() + "/" + pool, size)));
            events.add(new Event.NodeRelabelled(node.path(), labels));
            events.add(new Event.NodeTainted(node.path(), taints));
            reasons.forEach(reason -> events.add(new Event.NodeClosed(node.path(), reason)));
            return events;
        }
    }

    /// @param engine the one that lives through the history
    /// @param isWide whether there is also what a restarted engine enters otherwise, or does not know: units
    ///     that other schedulers hold, windows that begin, and unlike parts that jobs want
    LiveHistory(long seed, Engine engine, boolean isWide) {
        this.random = new Seeds(seed).forActor("history");
        this.isWide = isWide;
        this.engine = engine;
        for (int i = 0; i < NODES; i++) {
            LiveNode node =
                    new LiveNode("n" + i, "rack" + random.nextInt(RACKS), i, 2 + random.nextInt(4), random.nextInt(3));
            nodes.put(node.name(), new Fact(node));
        }
    }

    private Fact fact(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    /// All that a driver reports of the machine after a restart, in a random order.
    List<Event> facts() {
        List<List<Event>> reports = new ArrayList<>();
        nodes.values().stream().filter(fact -> fact.isThere).forEach(fact -> reports.add(fact.events()));
        foreign.values().forEach(use -> reports.add(List.of(new Event.ForeignHeld(use))));
        Collections.shuffle(reports, new Random(random.nextLong()));
        return reports.stream().flatMap(List::stream).toList();
    }

    /// An event that changes nothing but makes the next pass look at everything, as facts after a restart do.
    List<Event> again() {
        return nodes.values().stream()
                .filter(fact -> fact.isThere)
                .map(fact -> (Event) new Event.NodeRelabelled(fact.node.path(), fact.labels))
                .toList();
    }

    /// The work of other schedulers that has been reported.
    Collection<ForeignUse> foreign() {
        return foreign.values();
    }

    Event next() {
        int kind = random.nextInt(100);
        if (kind < 24) {
            return submitted();
        }
        if (kind < 62 && jobs > 0) {
            return ofJob(random.nextLong(jobs));
        }
        if (kind < 80) {
            return ofNode(fact("n" + random.nextInt(NODES)));
        }
        String id = "h" + random.nextInt(HOLDERS);
        if (kind < 88) {
            return held(id);
        }
        if (kind < 92) {
            foreign.remove(id);
            return new Event.ForeignGone(id);
        }
        // One that has begun is an allocation only for an engine that restarts then.
        long start = isWide ? clockNanos + random.nextInt(20) * S : (200 + random.nextInt(20)) * S;
        return kind < 96
                ? new Event.WindowCreated(
                        id, "window", pods(1 + random.nextInt(2), 0, Attributes.NONE), new Span(start, start + 9 * S))
                : kind < 98 ? new Event.WindowDeleted(id) : new Event.TimerFired();
    }

    private Event submitted() {
        Job job = job();
        if (random.nextInt(8) == 0) {
            return adopted(job);
        }
        if (random.nextInt(8) == 0) {
            job = job.waitingFor(new Condition.AfterAny(random.nextLong(jobs)));
        } else if (random.nextInt(8) == 0) {
            job = job.waitingFor(new Condition.BeginTime(random.nextInt(60) * S));
        }
        return new Event.JobSubmitted(job);
    }

    private Job job() {
        int initial = 1 + random.nextInt(3);
        int gpus = random.nextInt(5) == 0 ? 1 : 0;
        Attributes attributes = attributes();
        long wall = switch (random.nextInt(10)) {
            case 0 -> Job.WALL_NANOS_UNKNOWN;
            case 1 -> Job.WALL_NANOS_MAX;
            default -> (3 + random.nextInt(20)) * S;
        };
        Job job = Job.of(jobs++, pods(initial, gpus, attributes), wall)
                .ownedBy(new Owner("user" + random.nextInt(2), "account"))
                .withQueuePriority(new QueuePriority(
                        random.nextInt(4) == 0 ? GraphWorkload.BATCH : QueuePriority.DEFAULT_QUEUE, 0));
        Jobspec part = pods(1, gpus, attributes);
        JobParts parts = random.nextBoolean()
                ? JobParts.fixed(part, initial)
                : new JobParts(part, initial, 1, initial + random.nextInt(3));
        return random.nextInt(6) == 0 ? job : job.withParts(parts);
    }

    /// Most jobs have no rules.
    private Attributes attributes() {
        SchedulingDirectives rules = switch (random.nextInt(12)) {
            case 0, 1 -> SchedulingDirectives.NONE.withHostPorts(PORT);
            case 2 -> SchedulingDirectives.NONE.withTopologySpread(new TopologySpread("rack", 1, Map.of()));
            case 3 ->
                SchedulingDirectives.NONE.withColocation(new Colocation(
                        "zone",
                        random.nextBoolean() ? WhenUnsatisfiable.DO_NOT_SCHEDULE : WhenUnsatisfiable.SCHEDULE_ANYWAY));
            default -> SchedulingDirectives.NONE;
        };
        SystemAttributes system = Attributes.NONE.system().withDirectives(rules);
        if (random.nextInt(6) == 0) {
            system = system.withConstraint(Optional.of(new Constraint.Properties(List.of("fast"))));
        }
        return new Attributes(system, Map.of());
    }

    /// A job that the cluster runs already.
    private Event adopted(Job job) {
        List<NodeUse> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(new NodeUse(fact("n" + random.nextInt(NODES)).node.path(), amounts(0)));
        }
        OptionalLong since =
                random.nextBoolean() ? OptionalLong.of(Math.max(0, clockNanos - 3 * S)) : OptionalLong.empty();
        return new Event.JobAdopted(job, 1 + random.nextInt(2), since, parts);
    }

    private static Map<String, Long> amounts(int gpus) {
        Map<String, Long> amounts = new HashMap<>(Map.of(VertexKind.CORE, 1L, "memory", 2L, "pods", 1L));
        if (gpus > 0) {
            amounts.put(VertexKind.GPU, (long) gpus);
        }
        return amounts;
    }

    private static Jobspec pods(int count, int gpus, Attributes attributes) {
        List<ResourceRequest> each = new ArrayList<>();
        new TreeMap<>(amounts(gpus))
                .forEach((type, amount) -> each.add(ResourceRequest.of(type, Count.exactly(amount))));
        ResourceRequest slot = ResourceRequest.slot("task", Count.exactly(count), each.toArray(ResourceRequest[]::new));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), attributes);
    }

    private Event ofJob(long job) {
        int index = engine.table().indexOf(job);
        String node = index == JobTable.NO_JOB ? "" : someNodeOf(index);
        if (node.isEmpty()) {
            return switch (random.nextInt(10)) {
                case 9 -> new Event.NodesExcluded(job, someNodes());
                case 0 -> new Event.JobHeld(job);
                case 1, 2, 3 -> new Event.JobReleased(job);
                case 4 -> new Event.JobCancelled(job);
                case 5 -> new Event.PartsWanted(job, 1);
                case 6 -> new Event.AttemptsSeen(job, random.nextInt(3));
                default -> index == JobTable.NO_JOB ? new Event.JobFinished(job) : changed(index);
            };
        }
        boolean hasGpu = engine.table()
                        .job(index)
                        .jobspec()
                        .resources()
                        .getFirst()
                        .with()
                        .size()
                > 3;
        NodeUse part = new NodeUse(node, amounts(hasGpu ? 1 : 0));
        return switch (random.nextInt(18)) {
            case 16 -> new Event.NodesExcluded(job, someNodes());
            case 17 -> new Event.JobLost(job, List.of(), List.of(node));
            case 0, 1 -> new Event.JobStarted(job);
            case 14 -> new Event.JobVanished(job);
            // A job that gets a unit twice, since all are held, has it once after a restart.
            case 15 -> new Event.PartFound(job, isWide ? part : new NodeUse(node, amounts(0)));
            case 2 -> new Event.JobFinished(job);
            case 3 -> new Event.JobFailed(job);
            case 4 -> new Event.JobLost(job, random.nextInt(4) == 0 ? List.of() : List.of(node));
            case 5 -> new Event.JobCancelled(job);
            case 6 -> new Event.PartEnded(job, part);
            case 7, 8 -> new Event.PartLost(job, part);
            case 9 -> new Event.PartShrunk(job, new NodeUse(node, Map.of("memory", 1L)));
            case 10, 11 -> new Event.PartsWanted(job, random.nextInt(4));
            case 12 ->
                isWide
                        ? new Event.PartsWanted(job, random.nextInt(3), Optional.of(unlikePart(index)))
                        : new Event.PartsWanted(job, random.nextInt(4));
            default -> new Event.PartsUnwanted(job, 1);
        };
    }

    /// A part that may ask for something else, and obeys the rules for the job's pods, such as their host port.
    private Jobspec unlikePart(int job) {
        Attributes rules = engine.table().job(job).jobspec().attributes();
        return pods(1, random.nextInt(2), rules);
    }

    private List<String> someNodes() {
        return nodes.values().stream()
                .filter(_ -> random.nextInt(4) == 0)
                .map(fact -> fact.node.path())
                .toList();
    }

    /// A job whose condition can never be met is refused.
    private Event changed(int index) {
        Job job = engine.table().job(index);
        return new Event.JobChanged(
                random.nextInt(3) == 0
                        ? job.waitingFor(new Condition.AfterOk(Integer.MAX_VALUE))
                        : job.withQueuePriority(new QueuePriority(QueuePriority.DEFAULT_QUEUE, 1)));
    }

    /// The path of a node, perhaps a former one, of which a job holds something; empty if it does not run.
    private String someNodeOf(int job) {
        List<Share> shares =
                engine.table().isStarted(job) ? engine.state().machineState().sharesOf(job) : List.of();
        if (shares.isEmpty()) {
            return "";
        }
        String path = shares.get(random.nextInt(shares.size())).path();
        return fact(path.substring(0, path.indexOf('/'))).node.path();
    }

    private Event ofNode(Fact fact) {
        LiveNode node = fact.node;
        if (!fact.isThere) {
            fact.isThere = true;
            fact.node = random.nextInt(3) == 0 ? node.in("rack" + random.nextInt(RACKS)) : node;
            return fact.node.added();
        }
        return switch (random.nextInt(9)) {
            case 0 -> {
                fact.isThere = false;
                fact.forget();
                yield new Event.NodeRemoved(node.path());
            }
            case 1, 2 -> {
                LiveNode moved = node.in("rack" + random.nextInt(RACKS));
                if (moved.equals(node)) {
                    yield new Event.TimerFired();
                }
                fact.forget();
                fact.node = moved;
                foreign.replaceAll((_, use) -> use.node().equals(node.path())
                        ? new ForeignUse(use.id(), moved.path(), use.amounts(), use.hostPorts(), use.endNanos())
                        : use);
                yield node.movedTo(moved);
            }
            case 3, 4 -> {
                String pool = random.nextBoolean() ? "core0" : "memory0";
                long size = random.nextInt(9);
                fact.sizes.put(pool, size);
                yield new Event.NodeResized(node.path() + "/" + pool, size);
            }
            case 5 -> {
                fact.labels = labels();
                yield new Event.NodeRelabelled(node.path(), fact.labels);
            }
            case 6 -> {
                fact.taints = random.nextBoolean() ? List.of(new Taint("t", "", TaintEffect.NO_SCHEDULE)) : List.of();
                yield new Event.NodeTainted(node.path(), fact.taints);
            }
            default -> {
                ClosedReason reason = List.of(ClosedReason.DOWN, ClosedReason.CORDONED, ClosedReason.DRAINED)
                        .get(random.nextInt(3));
                if (fact.reasons.remove(reason)) {
                    yield new Event.NodeOpened(node.path(), reason);
                }
                fact.reasons.add(reason);
                yield new Event.NodeClosed(node.path(), reason);
            }
        };
    }

    private Map<String, String> labels() {
        Map<String, String> labels = new HashMap<>();
        if (random.nextBoolean()) {
            labels.put(GraphWorkload.BATCH, "");
        }
        if (random.nextBoolean()) {
            labels.put("fast", "");
        }
        if (random.nextBoolean()) {
            labels.put("zone", random.nextBoolean() ? "a" : "b");
        }
        return Map.copyOf(labels);
    }

    /// Unless the history is wide, what it holds are amounts of pools: which GPUs another scheduler's work has is not
    /// known, and after a restart the engine may choose others.
    private Event held(String id) {
        Map<String, Long> amounts = new HashMap<>();
        amounts.put(VertexKind.CORE, (long) random.nextInt(4));
        amounts.put("memory", (long) random.nextInt(6));
        long end = random.nextInt(3) > 0 ? ForeignUse.OPEN : random.nextInt(60) * S;
        if (isWide) {
            amounts.put(VertexKind.GPU, (long) random.nextInt(2));
        }
        ForeignUse use =
                new ForeignUse(id, fact("n" + random.nextInt(NODES)).node.path(), amounts, end);
        if (random.nextInt(4) == 0) {
            use = use.withHostPorts(PORT);
        }
        foreign.put(id, use);
        return new Event.ForeignHeld(use);
    }

    /// How much time passes until the next events.
    long pauseNanos() {
        long pause = random.nextInt(4) * S;
        clockNanos += pause;
        return pause;
    }

    int eventsAtOnce() {
        return 1 + random.nextInt(3);
    }
}
