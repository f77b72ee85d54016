package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Count;
import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.NullValue;
import dev.sluice.jobspec.Operator;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.pod.SelectorOperator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes the canonical form: keys in a fixed order, defaults omitted. Free-form attributes keep their order; apart
/// from that, equal jobspecs have equal texts.
///
/// The text reads back as the same jobspec, in each dialect that can express it.
public final class JobspecWriter {
    private JobspecWriter() {}

    /// Writes JSON on one line.
    public static String toJson(Jobspec jobspec) {
        return TreeWriter.toJson(tree(jobspec));
    }

    public static String toYaml(Jobspec jobspec) {
        return TreeWriter.toYaml(tree(jobspec));
    }

    private static Map<String, Object> tree(Jobspec jobspec) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", (long) jobspec.version());
        tree.put(
                "resources",
                jobspec.resources().stream().map(JobspecWriter::resource).toList());
        tree.put("tasks", jobspec.tasks().stream().map(JobspecWriter::task).toList());
        tree.put("attributes", attributes(jobspec.attributes()));
        return tree;
    }

    private static Map<String, Object> resource(ResourceRequest request) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", request.type());
        tree.put("count", count(request.count()));
        request.unit().ifPresent(unit -> tree.put("unit", unit));
        request.exclusive().ifPresent(exclusive -> tree.put("exclusive", exclusive));
        request.label().ifPresent(label -> tree.put("label", label));
        request.id().ifPresent(id -> tree.put("id", id));
        if (!request.with().isEmpty()) {
            tree.put(
                    "with", request.with().stream().map(JobspecWriter::resource).toList());
        }
        return tree;
    }

    private static Object count(Count count) {
        return switch (count) {
            case Count.OneOf oneOf -> oneOf.encode();
            case Count.Range range when range.equals(Count.exactly(range.min())) -> range.min();
            case Count.Range range -> range(range);
        };
    }

    /// Writes a range. flux-sched requires the last three keys together or not at all, so a range with a `max` has
    /// all of them.
    private static Map<String, Object> range(Count.Range range) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("min", range.min());
        boolean limited = range.max() != Count.UNLIMITED;
        if (limited) {
            tree.put("max", range.max());
        }
        if (limited || range.operator() != Operator.ADD || range.operand() != 1) {
            tree.put("operator", String.valueOf(range.operator().symbol()));
            tree.put("operand", range.operand());
        }
        return tree;
    }

    private static Map<String, Object> task(Task task) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("command", task.command());
        tree.put("slot", task.slot());
        tree.put(
                "count",
                switch (task.count()) {
                    case TaskCount.PerSlot perSlot -> Map.of("per_slot", perSlot.count());
                    case TaskCount.Total total -> Map.of("total", total.count());
                    case TaskCount.PerResource perResource -> Map.of("per_resource", perResource(perResource));
                });
        if (!task.attributes().isEmpty()) {
            tree.put("attributes", task.attributes());
        }
        task.distribution().ifPresent(distribution -> tree.put("distribution", distribution));
        return tree;
    }

    private static Map<String, Object> perResource(TaskCount.PerResource count) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", count.type());
        tree.put("count", count.count());
        return tree;
    }

    private static Map<String, Object> attributes(Attributes attributes) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("system", system(attributes.system()));
        if (!attributes.user().isEmpty()) {
            tree.put("user", attributes.user());
        }
        return tree;
    }

    private static Map<String, Object> system(SystemAttributes system) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("duration", system.durationSeconds());
        system.preemptibleAfterSeconds().ifPresent(seconds -> tree.put("preemptible-after", seconds));
        system.queue().ifPresent(queue -> tree.put("queue", queue));
        system.bank().ifPresent(bank -> tree.put("bank", bank));
        system.project().ifPresent(project -> tree.put("project", project));
        system.cwd().ifPresent(cwd -> tree.put("cwd", cwd));
        if (!system.environment().isEmpty()) {
            tree.put("environment", environment(system.environment()));
        }
        if (!system.dependencies().isEmpty()) {
            tree.put(
                    "dependencies",
                    system.dependencies().stream()
                            .map(JobspecWriter::dependency)
                            .toList());
        }
        system.constraint().ifPresent(constraint -> tree.put("constraints", constraint(constraint)));
        if (!system.directives().equals(SchedulingDirectives.NONE)) {
            tree.put("scheduling-directives", DirectivesTree.of(system.directives()));
        }
        tree.putAll(system.other());
        system.jobName().ifPresent(name -> tree.put("job", job(name, system.other())));
        return tree;
    }

    private static Map<String, Object> job(String name, Map<String, Object> other) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", name);
        if (other.get("job") instanceof Map<?, ?> rest) {
            rest.forEach((key, value) -> tree.put((String) key, value));
        }
        return tree;
    }

    private static Map<String, Object> environment(Map<String, Optional<String>> variables) {
        Map<String, Object> tree = new LinkedHashMap<>();
        variables.forEach((name, value) -> tree.put(name, value.isPresent() ? value.get() : NullValue.NULL));
        return tree;
    }

    private static Map<String, Object> dependency(Dependency dependency) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("scheme", dependency.scheme());
        tree.put("value", dependency.value());
        tree.putAll(dependency.parameters());
        return tree;
    }

    private static Map<String, Object> constraint(Constraint constraint) {
        return switch (constraint) {
            case Constraint.Properties properties -> Map.of("properties", properties.names());
            case Constraint.Hostlist hostlist ->
                Map.of("hostlist", List.of(hostlist.hosts().encode()));
            case Constraint.Ranks ranks -> Map.of("ranks", List.of(ranks.ranks().encode()));
            case Constraint.NodeSelector selector ->
                Map.of(
                        "nodeSelectorTerms",
                        selector.terms().stream().map(JobspecWriter::term).toList());
            case Constraint.Not not -> Map.of("not", constraints(not.operands()));
            case Constraint.And and -> Map.of("and", constraints(and.operands()));
            case Constraint.Or or -> Map.of("or", constraints(or.operands()));
        };
    }

    private static Map<String, Object> term(NodeSelectorTerm term) {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (!term.matchExpressions().isEmpty()) {
            tree.put(
                    "matchExpressions",
                    term.matchExpressions().stream()
                            .map(it -> requirement(it.key(), it.operator(), it.values()))
                            .toList());
        }
        if (!term.matchFields().isEmpty()) {
            tree.put(
                    "matchFields",
                    term.matchFields().stream()
                            .map(it -> requirement(it.key(), it.operator(), List.of(it.value())))
                            .toList());
        }
        return tree;
    }

    private static Map<String, Object> requirement(String key, SelectorOperator operator, List<String> values) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("key", key);
        tree.put("operator", operator.text());
        if (!values.isEmpty()) {
            tree.put("values", values);
        }
        return tree;
    }

    private static List<Map<String, Object>> constraints(List<Constraint> operands) {
        return operands.stream().map(JobspecWriter::constraint).toList();
    }
}
