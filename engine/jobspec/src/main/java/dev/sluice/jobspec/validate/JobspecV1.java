package dev.sluice.jobspec.validate;

import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rules of RFC 25: jobspec version 1, which every Flux instance accepts.
///
/// The resources are `slot>core` or `slot>(core,gpu)`, optionally below a `node`; counts are numbers; there is one
/// task. A missing `duration` cannot be distinguished here from 0, which is valid and means no limit.
public final class JobspecV1 {
    private final List<Violation> violations = new ArrayList<>();

    private JobspecV1() {}

    /// All violations; empty if the jobspec conforms to version 1.
    public static List<Violation> violations(Jobspec jobspec) {
        JobspecV1 check = new JobspecV1();
        check.version(jobspec);
        check.resources(jobspec);
        check.tasks(jobspec);
        return List.copyOf(check.violations);
    }

    private void version(Jobspec jobspec) {
        if (jobspec.version() != Jobspec.VERSION_1) {
            add("version", "(" + jobspec.version() + ") is not (1)");
        }
    }

    private void resources(Jobspec jobspec) {
        if (jobspec.resources().size() != 1) {
            add("resources", "(" + jobspec.resources().size() + ") elements where one is allowed");
        }
        for (int i = 0; i < jobspec.resources().size(); i++) {
            root(jobspec.resources().get(i), "resources[" + i + "]");
        }
    }

    private void root(ResourceRequest root, String path) {
        switch (root.type()) {
            case "node" -> node(root, path);
            case ResourceRequest.SLOT -> slot(root, path);
            default -> add(path + ".type", "(" + root.type() + ") is neither node nor slot");
        }
    }

    private void node(ResourceRequest node, String path) {
        plainVertex(node, path);
        if (node.with().size() != 1) {
            add(path + ".with", "(" + node.with().size() + ") elements where a node has one slot");
        }
        for (int i = 0; i < node.with().size(); i++) {
            ResourceRequest child = node.with().get(i);
            String childPath = path + ".with[" + i + "]";
            if (child.type().equals(ResourceRequest.SLOT)) {
                slot(child, childPath);
            } else {
                add(childPath + ".type", "(" + child.type() + ") below a node, where only a slot may be");
            }
        }
    }

    private void slot(ResourceRequest slot, String path) {
        plainVertex(slot, path);
        List<String> types = slot.with().stream().map(ResourceRequest::type).toList();
        if (!types.contains("core")) {
            add(path + ".with", "no core in the slot");
        }
        for (int i = 0; i < slot.with().size(); i++) {
            ResourceRequest leaf = slot.with().get(i);
            String leafPath = path + ".with[" + i + "]";
            plainVertex(leaf, leafPath);
            if (!List.of("core", "gpu").contains(leaf.type())) {
                add(leafPath + ".type", "(" + leaf.type() + ") in a slot, where only core and gpu may be");
            } else if (types.indexOf(leaf.type()) < i) {
                add(leafPath + ".type", "(" + leaf.type() + ") for the second time");
            }
            if (!leaf.with().isEmpty()) {
                add(leafPath + ".with", "resources below a " + leaf.type());
            }
        }
    }

    /// Checks the rules for every vertex.
    private void plainVertex(ResourceRequest request, String path) {
        boolean isNumber = request.count().equals(Count.exactly(request.count().min()));
        if (!isNumber) {
            add(path + ".count", "(" + request.count().encode() + ") is not a single number");
        }
        if (request.exclusive().isPresent() && !request.type().equals("node")) {
            add(path + ".exclusive", "only a node may have it, not a " + request.type());
        }
        request.id().ifPresent(id -> add(path + ".id", "(" + id + ") where no id is allowed"));
    }

    private void tasks(Jobspec jobspec) {
        if (jobspec.tasks().size() != 1) {
            add("tasks", "(" + jobspec.tasks().size() + ") elements where one is allowed");
        }
        for (int i = 0; i < jobspec.tasks().size(); i++) {
            task(jobspec, jobspec.tasks().get(i), "tasks[" + i + "]");
        }
    }

    private void task(Jobspec jobspec, Task task, String path) {
        switch (task.count()) {
            case TaskCount.PerSlot perSlot
            when perSlot.count() != 1 -> add(path + ".count.per_slot", "(" + perSlot.count() + ") is not (1)");
            case TaskCount.PerSlot _ -> {}
            case TaskCount.PerResource _ -> add(path + ".count", "per_resource is not allowed");
            case TaskCount.Total total -> total(jobspec, task, total.count(), path + ".count.total");
        }
        if (!task.attributes().isEmpty()) {
            add(path + ".attributes", "not allowed");
        }
        task.distribution().ifPresent(text -> add(path + ".distribution", "(" + text + ") is not allowed"));
    }

    private void total(Jobspec jobspec, Task task, long total, String path) {
        long nodes = 1;
        Optional<ResourceRequest> slot = Optional.empty();
        for (ResourceRequest root : jobspec.resources()) {
            if (root.isSlot()) {
                slot = Optional.of(root);
            } else {
                nodes = root.count().max();
                slot = root.with().stream().filter(ResourceRequest::isSlot).findFirst();
            }
        }
        if (slot.isEmpty() || !slot.get().label().equals(Optional.of(task.slot()))) {
            add(path.replace("count.total", "slot"), "no slot has the label (" + task.slot() + ")");
            return;
        }
        long slots = saturatedProduct(nodes, slot.get().count().max());
        if (total > slots) {
            add(path, "(" + total + ") is above the number of slots (" + slots + ")");
        }
        if (total < nodes) {
            add(path, "(" + total + ") is below the number of nodes (" + nodes + ")");
        }
    }

    private static long saturatedProduct(long a, long b) {
        return a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b;
    }

    private void add(String path, String sentence) {
        violations.add(new Violation(path, sentence));
    }
}
