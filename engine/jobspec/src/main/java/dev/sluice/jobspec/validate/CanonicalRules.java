package dev.sluice.jobspec.validate;

import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules of RFC 14 for a jobspec as a whole.
public final class CanonicalRules {
    private final List<Violation> violations = new ArrayList<>();
    private final Map<String, ResourceRequest> slots = new LinkedHashMap<>();
    private final Map<String, String> pathsOfLabels = new LinkedHashMap<>();

    private CanonicalRules() {}

    /// All violations; empty if there are none.
    public static List<Violation> violations(Jobspec jobspec) {
        CanonicalRules rules = new CanonicalRules();
        rules.checkNotEmpty(jobspec);
        for (int i = 0; i < jobspec.resources().size(); i++) {
            rules.checkResource(jobspec.resources().get(i), "resources[" + i + "]", "");
        }
        for (int i = 0; i < jobspec.tasks().size(); i++) {
            rules.checkTask(jobspec.tasks().get(i), "tasks[" + i + "]");
        }
        return List.copyOf(rules.violations);
    }

    private void checkNotEmpty(Jobspec jobspec) {
        if (jobspec.resources().isEmpty()) {
            violations.add(new Violation("resources", "no resource is asked for"));
        }
        if (jobspec.tasks().isEmpty()) {
            violations.add(new Violation("tasks", "nothing is to be run"));
        }
    }

    /// Checks one resource. `enclosingSlot` is the label of the slot around it, empty outside of slots.
    private void checkResource(ResourceRequest request, String path, String enclosingSlot) {
        request.label().ifPresent(label -> checkLabel(label, path));
        String slot = enclosingSlot;
        if (request.isSlot()) {
            String label = request.label().orElseThrow();
            if (!enclosingSlot.isEmpty()) {
                violations.add(new Violation(
                        path, "slot (" + label + ") lies within slot (" + enclosingSlot + "), but slots do not nest"));
            }
            slots.putIfAbsent(label, request);
            slot = label;
        }
        if (!slot.isEmpty() && request.exclusive().equals(Optional.of(false))) {
            violations.add(new Violation(
                    path + ".exclusive",
                    "(false) within slot (" + slot + "), whose resources belong to the job alone"));
        }
        for (int i = 0; i < request.with().size(); i++) {
            checkResource(request.with().get(i), path + ".with[" + i + "]", slot);
        }
    }

    private void checkLabel(String label, String path) {
        String before = pathsOfLabels.putIfAbsent(label, path);
        if (before != null) {
            violations.add(new Violation(path + ".label", "(" + label + ") is the label of " + before + " already"));
        }
    }

    private void checkTask(Task task, String path) {
        ResourceRequest slot = slots.get(task.slot());
        if (slot == null) {
            violations.add(new Violation(
                    path + ".slot",
                    "no slot has the label (" + task.slot() + "); there are (" + String.join(", ", slots.keySet())
                            + ")"));
        } else if (task.count() instanceof TaskCount.PerResource count && !contains(slot, count.type())) {
            violations.add(new Violation(
                    path + ".count.per_resource.type",
                    "slot (" + task.slot() + ") contains no resource of type (" + count.type() + ")"));
        }
    }

    private static boolean contains(ResourceRequest request, String type) {
        return request.with().stream().anyMatch(child -> child.type().equals(type) || contains(child, type));
    }
}
