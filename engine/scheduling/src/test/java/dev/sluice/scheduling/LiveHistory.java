package dev.sluice.scheduling;

import dev.sluice.graph.VertexKind;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
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
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

    private final RandomGenerator random;
    private final Engine engine;
    private final Map<String, Fact> nodes = new TreeMap<>();
    private final Map<String, ForeignUse> foreign = new TreeMap<>();
    private long jobs;

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
    LiveHistory(long seed, Engine engine) {
        this.random = new Seeds(seed).forActor("history");
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
        // They begin after the history: one that has begun is an allocation only for an engine that restarts then.
        long start = (200 + random.nextInt(20)) * S;
        return kind < 96
                ? new Event.WindowCreated(id, "window", pods(1 + random.nextInt(2)), new Span(start, start + 9 * S))
                : kind < 98 ? new Event.WindowDeleted(id) : new Event.TimerFired();
    }

    private Event submitted() {
        int initial = 1 + random.nextInt(3);
        Job job = Job.of(jobs++, pods(initial), (3 + random.nextInt(20)) * S)
                .ownedBy(new Owner("user" + random.nextInt(2), "account"))
                .withQueuePriority(new QueuePriority(
                        random.nextInt(4) == 0 ? GraphWorkload.BATCH : QueuePriority.DEFAULT_QUEUE, 0));
        if (random.nextInt(8) == 0) {
            job = job.waitingFor(new Condition.AfterAny(random.nextLong(jobs)));
        } else if (random.nextInt(8) == 0) {
            job = job.waitingFor(new Condition.BeginTime(random.nextInt(60) * S));
        }
        JobParts parts = random.nextBoolean()
                ? JobParts.fixed(pods(1), initial)
                : new JobParts(pods(1), initial, 1, initial + random.nextInt(3));
        return new Event.JobSubmitted(random.nextInt(6) == 0 ? job : job.withParts(parts));
    }

    private static Jobspec pods(int count) {
        ResourceRequest slot = ResourceRequest.slot(
                "task",
                Count.exactly(count),
                ResourceRequest.of(VertexKind.CORE, Count.exactly(1)),
                ResourceRequest.of("memory", Count.exactly(2)),
                ResourceRequest.of("pods", Count.exactly(1)));
        return new Jobspec(Jobspec.VERSION_1, List.of(slot), List.of(), Attributes.NONE);
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
        NodeUse part = new NodeUse(node, Map.of(VertexKind.CORE, 1L, "memory", 2L, "pods", 1L));
        return switch (random.nextInt(18)) {
            case 16 -> new Event.NodesExcluded(job, someNodes());
            case 17 -> new Event.JobLost(job, List.of(), List.of(node));
            case 0, 1 -> new Event.JobStarted(job);
            case 14 -> new Event.JobVanished(job);
            case 15 -> new Event.PartFound(job, part);
            case 2 -> new Event.JobFinished(job);
            case 3 -> new Event.JobFailed(job);
            case 4 -> new Event.JobLost(job, random.nextInt(4) == 0 ? List.of() : List.of(node));
            case 5 -> new Event.JobCancelled(job);
            case 6 -> new Event.PartEnded(job, part);
            case 7, 8 -> new Event.PartLost(job, part);
            case 9 -> new Event.PartShrunk(job, new NodeUse(node, Map.of("memory", 1L)));
            case 10, 11, 12 -> new Event.PartsWanted(job, random.nextInt(4));
            default -> new Event.PartsUnwanted(job, 1);
        };
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
                fact.labels = random.nextBoolean() ? Map.of(GraphWorkload.BATCH, "") : Map.of();
                yield new Event.NodeRelabelled(node.path(), fact.labels);
            }
            case 6 -> {
                fact.taints = random.nextBoolean() ? List.of(new Taint("t", "", TaintEffect.NO_SCHEDULE)) : List.of();
                yield new Event.NodeTainted(node.path(), fact.taints);
            }
            default -> {
                ClosedReason reason = random.nextBoolean() ? ClosedReason.DOWN : ClosedReason.CORDONED;
                if (fact.reasons.remove(reason)) {
                    yield new Event.NodeOpened(node.path(), reason);
                }
                fact.reasons.add(reason);
                yield new Event.NodeClosed(node.path(), reason);
            }
        };
    }

    /// What it holds are amounts of pools: which GPUs another scheduler's work has is not known, and after a restart
    /// the engine may choose others.
    private Event held(String id) {
        Map<String, Long> amounts = new HashMap<>();
        amounts.put(VertexKind.CORE, (long) random.nextInt(4));
        amounts.put("memory", (long) random.nextInt(6));
        long end = random.nextInt(3) > 0 ? ForeignUse.OPEN : random.nextInt(60) * S;
        ForeignUse use =
                new ForeignUse(id, fact("n" + random.nextInt(NODES)).node.path(), amounts, end);
        foreign.put(id, use);
        return new Event.ForeignHeld(use);
    }

    /// How much time passes until the next events.
    long pauseNanos() {
        return random.nextInt(4) * S;
    }

    int eventsAtOnce() {
        return 1 + random.nextInt(3);
    }
}
