package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import dev.sluice.jobspec.validate.CanonicalRules;
import java.util.ArrayList;
import java.util.List;

/// Explains a jobspec: one sentence a line, then the requested resources as a tree.
public final class JobspecExplanation {
    private final Jobspec jobspec;
    private final List<String> lines = new ArrayList<>();

    private JobspecExplanation(Jobspec jobspec) {
        this.jobspec = jobspec;
    }

    public static String of(Jobspec jobspec) {
        return new JobspecExplanation(jobspec).text();
    }

    private String text() {
        jobspec.attributes().system().jobName().ifPresent(name -> lines.add("Job " + name + "."));
        resources();
        tasks();
        time();
        where();
        dependencies();
        CanonicalRules.violations(jobspec).forEach(violation -> lines.add("But " + violation + "."));
        lines.add("");
        lines.addAll(RequestTree.lines(jobspec.resources()));
        return String.join("\n", lines) + "\n";
    }

    private void resources() {
        if (jobspec.resources().isEmpty()) {
            lines.add("Asks for no resources.");
            return;
        }
        lines.add("Asks for " + amounts(jobspec.resources(), false) + ".");
        jobspec.resources().forEach(request -> contents(request, false));
        List<String> totals = Totals.of(jobspec.resources());
        boolean nested =
                jobspec.resources().stream().anyMatch(request -> !request.with().isEmpty());
        if (nested) {
            lines.add("In all that is " + Words.list(totals) + ".");
        }
    }

    private void contents(ResourceRequest request, boolean withinSlot) {
        if (request.with().isEmpty()) {
            return;
        }
        boolean within = withinSlot || request.isSlot();
        lines.add("Each " + Words.singular(request) + " has " + amounts(request.with(), within)
                + (request.isSlot() ? ", for this job alone" : "") + ".");
        request.with().forEach(child -> contents(child, within));
    }

    private static String amounts(List<ResourceRequest> requests, boolean withinSlot) {
        return Words.list(requests.stream()
                .map(request -> Words.amount(request) + sharing(request, withinSlot))
                .toList());
    }

    /// Says whether a resource is shared, if the jobspec sets it, and for nodes outside of slots, where the default
    /// surprises users.
    private static String sharing(ResourceRequest request, boolean withinSlot) {
        boolean isSharedNode = request.type().equals("node") && !withinSlot;
        return request.exclusive()
                .map(exclusive -> exclusive ? " (exclusive)" : " (may be shared)")
                .orElse(isSharedNode ? " (may be shared)" : "");
    }

    private void tasks() {
        for (Task task : jobspec.tasks()) {
            String tasks = Words.counted(task.count().count(), "task");
            String where = switch (task.count()) {
                case TaskCount.PerSlot _ -> " in each slot (" + task.slot() + ")";
                case TaskCount.PerResource perResource ->
                    " for each " + Words.noun(perResource.type()) + " in the slots (" + task.slot() + ")";
                case TaskCount.Total _ -> " over all slots (" + task.slot() + ")";
            };
            lines.add("Runs " + tasks + where + ": " + String.join(" ", task.command()));
        }
    }

    private void time() {
        SystemAttributes system = jobspec.attributes().system();
        lines.add(
                system.durationSeconds() == 0
                        ? "Sets no time limit: the queue's default applies."
                        : "Runs for at most " + Words.seconds(system.durationSeconds()) + ".");
        system.preemptibleAfterSeconds()
                .ifPresent(seconds -> lines.add(
                        seconds == 0
                                ? "May be preempted at any time."
                                : "May be preempted once it has run for " + Words.seconds(seconds) + "."));
    }

    private void where() {
        SystemAttributes system = jobspec.attributes().system();
        system.queue().ifPresent(queue -> lines.add("Goes to queue " + queue + "."));
        system.bank().ifPresent(bank -> lines.add("Is charged to bank " + bank + "."));
        system.project().ifPresent(project -> lines.add("Belongs to project " + project + "."));
        system.constraint()
                .filter(constraint -> !constraint.equals(Constraint.ANY))
                .ifPresent(constraint ->
                        lines.add("Accepts only nodes that " + ConstraintWords.sentence(constraint) + "."));
        lines.addAll(DirectiveWords.sentences(system.directives()));
    }

    private void dependencies() {
        jobspec.attributes()
                .system()
                .dependencies()
                .forEach(dependency -> lines.add("Waits " + DependencyWords.of(dependency) + "."));
    }
}
