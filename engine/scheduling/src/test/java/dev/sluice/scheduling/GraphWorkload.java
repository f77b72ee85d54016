package dev.sluice.scheduling;

import dev.sluice.graph.VertexKind;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.Taint;
import dev.sluice.jobspec.pod.TaintEffect;
import dev.sluice.queue.Job;
import dev.sluice.queue.Owner;
import dev.sluice.queue.QueuePriority;
import dev.sluice.queue.record.QueueRecord.Span;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.limit.Limit;
import dev.sluice.scheduling.limit.QueueRules;
import dev.sluice.scheduling.limit.ResourceAmounts;
import dev.sluice.scheduling.machine.ClosedReason;
import dev.sluice.scheduling.machine.ForeignUse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// A small machine of racks, nodes, cores, GPUs and memory with a random workload, drawn from a seed.
final class GraphWorkload {
    static final String BATCH = "batch";
    private static final Constraint BATCH_NODES = new Constraint.Properties(List.of(BATCH));
    private static final int JOBS_MAX = 30;
    private static final int SECONDS = 30;

    /// As many windows, and as many pods of other schedulers.
    private static final int HOLDERS = 3;

    final SmallMachine machine;
    final String matchPolicy;
    final List<Task> tasks = new ArrayList<>();
    final List<Job> jobs = new ArrayList<>();
    private final RandomGenerator random;

    /// @param shortest how much the wall time may fall short of the run time, in seconds; 0 if enforced
    /// @param longest how much it may exceed the run time; 0 for exact ones
    GraphWorkload(long seed, int shortest, int longest) {
        random = new Seeds(seed).forActor("workload");
        matchPolicy = List.of("low", "high", "lonode", "first").get(random.nextInt(4));
        machine = new SmallMachine(racks());
        List<Integer> submits = new ArrayList<>();
        for (int i = 1 + random.nextInt(JOBS_MAX); i > 0; i--) {
            submits.add(random.nextInt(SECONDS));
        }
        submits.sort(Comparator.naturalOrder());
        List<Jobspec> alike = List.of(jobspec(), jobspec(), jobspec());
        for (int submit : submits) {
            int run = 1 + random.nextInt(12);
            int wall = Math.max(1, run - shortest + random.nextInt(shortest + longest + 1));
            tasks.add(new Task(submit, run, wall, 0));
            Jobspec jobspec = random.nextInt(4) > 0 ? alike.get(random.nextInt(alike.size())) : jobspec();
            jobs.add(Job.of(jobs.size(), jobspec, wall * Task.SECOND)
                    .ownedBy(new Owner("user" + random.nextInt(3), "account" + random.nextInt(2)))
                    .withQueuePriority(
                            new QueuePriority(random.nextInt(4) == 0 ? BATCH : QueuePriority.DEFAULT_QUEUE, 0)));
        }
    }

    ResourceModel model() {
        return machine.model(matchPolicy);
    }

    /// An empty model of an engine's machine as it is now.
    ResourceModel sameMachine(Engine engine) {
        return new ResourceModel(
                engine.state().machine().graph().copy(),
                MatchPolicy.named(matchPolicy).orElseThrow());
    }

    static List<QueueRules> queues() {
        return List.of(new QueueRules(BATCH, Optional.of(BATCH_NODES), List.of()));
    }

    static List<QueueRules> queuesWithLimits() {
        long any = Long.MAX_VALUE;
        return List.of(
                new QueueRules(
                        BATCH,
                        Optional.of(BATCH_NODES),
                        List.of(new Limit(Limit.Scope.ACCOUNT, new ResourceAmounts(any, any, any, 2)))),
                new QueueRules(
                        QueuePriority.DEFAULT_QUEUE,
                        Optional.empty(),
                        List.of(
                                new Limit(Limit.Scope.USER, new ResourceAmounts(2, any, 6, any)),
                                new Limit(Limit.Scope.QUEUE, new ResourceAmounts(any, 4, any, any)))));
    }

    private List<List<SmallMachine.Node>> racks() {
        List<List<SmallMachine.Node>> racks = new ArrayList<>();
        for (int rack = 1 + random.nextInt(3); rack > 0; rack--) {
            List<SmallMachine.Node> nodes = new ArrayList<>();
            for (int node = 1 + random.nextInt(3); node > 0; node--) {
                nodes.add(node());
            }
            racks.add(nodes);
        }
        return racks;
    }

    private SmallMachine.Node node() {
        List<String> properties = new ArrayList<>();
        if (random.nextInt(3) > 0) {
            properties.add(BATCH);
        }
        if (random.nextBoolean()) {
            properties.add("fast");
        }
        return new SmallMachine.Node(1 + random.nextInt(4), random.nextInt(3), properties);
    }

    Jobspec jobspec() {
        ResourceRequest resources = switch (random.nextInt(7)) {
            case 0 -> nodes(true);
            case 1 -> nodes(false, slot());
            case 2 -> ResourceRequest.of("rack", count(1), nodes(random.nextBoolean(), slot()));
            case 3 -> slot();
            case 4 -> ResourceRequest.of(VertexKind.CORE, count(6));
            case 5 -> ResourceRequest.of(VertexKind.GPU, count(2));
            default -> ResourceRequest.slot("task", count(2), ResourceRequest.of(VertexKind.NODE, count(1), cores()));
        };
        Optional<Constraint> constraint = random.nextInt(4) == 0
                ? Optional.of(new Constraint.Properties(List.of(random.nextBoolean() ? "fast" : "^fast")))
                : Optional.empty();
        return jobspec(resources, constraint);
    }

    private static Jobspec jobspec(ResourceRequest resources, Optional<Constraint> constraint) {
        SystemAttributes none = Attributes.NONE.system();
        SystemAttributes system = new SystemAttributes(
                none.timeLimits(), none.account(), none.launch(), none.dependencies(), constraint, none.other());
        return new Jobspec(Jobspec.VERSION_1, List.of(resources), List.of(), new Attributes(system, Map.of()));
    }

    private ResourceRequest nodes(boolean exclusive, ResourceRequest... inside) {
        return new ResourceRequest(
                VertexKind.NODE,
                count(3),
                Optional.empty(),
                exclusive ? Optional.of(true) : Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(inside));
    }

    private ResourceRequest slot() {
        List<ResourceRequest> inside = new ArrayList<>(List.of(cores()));
        if (random.nextInt(3) == 0) {
            inside.add(ResourceRequest.of(VertexKind.GPU, count(1)));
        }
        if (random.nextInt(3) == 0) {
            inside.add(ResourceRequest.of("memory", count(5)));
        }
        return ResourceRequest.slot("task", count(2), inside.toArray(ResourceRequest[]::new));
    }

    private ResourceRequest cores() {
        return ResourceRequest.of(VertexKind.CORE, count(3));
    }

    private Count count(int most) {
        return Count.exactly(1 + random.nextInt(most));
    }

    /// Random events, some invalid; at the end everything is repaired and waiting jobs are cancelled.
    void disturb(Driver driver) {
        for (int i = random.nextInt(12); i > 0; i--) {
            // Exceeded predictions are corrected first.
            driver.add(random.nextInt(SECONDS + 10) * Task.SECOND, 1 + random.nextInt(3), disturbance());
        }
        long calm = (SECONDS + 20) * Task.SECOND;
        for (int node = 0; node <= machine.nodes().size(); node++) {
            driver.add(calm, 1, new Event.NodeOpened("/cluster0/rack0/node" + node, ClosedReason.DOWN));
            if (node < machine.nodes().size()) {
                driver.add(calm, 1, new Event.NodeOpened(machine.path(node), ClosedReason.DOWN));
                driver.add(calm, 1, new Event.NodeOpened(machine.path(node), ClosedReason.DRAINED));
                driver.add(calm, 1, new Event.NodeTainted(machine.path(node), List.of()));
            }
        }
        for (int holder = 1; holder <= HOLDERS; holder++) {
            driver.add(calm, 1, new Event.ForeignGone(Integer.toString(holder)));
        }
        for (int job = 0; job < jobs.size(); job++) {
            driver.add(calm, 1, new Event.JobReleased(job));
            driver.add(20 * calm, 1, new Event.JobCancelled(job));
        }
    }

    private Event disturbance() {
        long job = random.nextInt(jobs.size());
        int node = random.nextInt(machine.nodes().size());
        String path = machine.path(node);
        String holder = Integer.toString(1 + random.nextInt(HOLDERS));
        return switch (random.nextInt(19)) {
            case 0 -> new Event.NodeClosed(path, ClosedReason.DOWN);
            case 1 -> new Event.NodeOpened(path, ClosedReason.DOWN);
            case 2 -> new Event.NodeClosed(path, ClosedReason.DRAINED);
            case 3 -> new Event.NodeAdded(grown().graph());
            case 4 -> new Event.NodeRemoved(path);
            case 5 -> new Event.NodeResized(path + "/memory0", random.nextInt(13));
            case 6, 7 -> new Event.ForeignHeld(foreign(holder, path));
            case 8 -> new Event.ForeignGone(holder);
            case 9, 10 -> new Event.WindowCreated(holder, "window", jobspec(), span());
            case 11 -> new Event.WindowDeleted(holder);
            case 12 -> new Event.JobHeld(job);
            case 13 -> new Event.JobReleased(job);
            case 14 -> new Event.JobCancelled(job);
            case 15 -> new Event.JobStarted(job);
            case 16 -> new Event.NodeRelabelled(path, random.nextBoolean() ? Map.of(BATCH, "") : Map.of("fast", ""));
            case 17 ->
                new Event.NodeTainted(
                        path,
                        random.nextInt(3) == 0
                                ? List.of()
                                : List.of(new Taint(
                                        "t",
                                        "",
                                        random.nextBoolean()
                                                ? TaintEffect.NO_SCHEDULE
                                                : TaintEffect.PREFER_NO_SCHEDULE)));
            default ->
                new Event.JobChanged(jobs.get((int) job)
                        .withQueuePriority(
                                new QueuePriority(random.nextBoolean() ? BATCH : QueuePriority.DEFAULT_QUEUE, 1)));
        };
    }

    /// Some of it is more than a node has, or of a kind that it has not.
    private ForeignUse foreign(String id, String node) {
        Map<String, Long> amounts = new HashMap<>();
        amounts.put(VertexKind.CORE, (long) random.nextInt(4));
        amounts.put("memory", (long) random.nextInt(12));
        amounts.put(VertexKind.GPU, (long) random.nextInt(2));
        long end = random.nextInt(3) == 0 ? ForeignUse.OPEN : random.nextInt(SECONDS) * Task.SECOND;
        return new ForeignUse(id, node, amounts, end);
    }

    private Span span() {
        long start = random.nextInt(SECONDS);
        return new Span(start * Task.SECOND, (start + 1 + random.nextInt(8)) * Task.SECOND);
    }

    /// The machine with one more node in its last rack.
    private SmallMachine grown() {
        List<List<SmallMachine.Node>> racks = new ArrayList<>(machine.racks());
        racks.set(racks.size() - 1, new ArrayList<>(racks.getLast()));
        racks.getLast().add(new SmallMachine.Node(2, 1, List.of(BATCH)));
        return new SmallMachine(racks);
    }
}
