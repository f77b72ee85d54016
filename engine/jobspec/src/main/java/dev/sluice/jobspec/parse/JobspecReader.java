package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.Task;
import dev.sluice.jobspec.TaskCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads a jobspec from YAML or JSON, according to RFC 14 or as flux-sched does.
///
/// Checks each value by itself. [dev.sluice.jobspec.validate] checks whether the values fit together.
///
/// Stricter than flux-sched: refuses duplicate keys, unknown keys in tasks and counts, slots without resources,
/// negative durations, and task counts that are not positive numbers.
public final class JobspecReader {
    private static final List<String> TOP_KEYS = List.of("version", "resources", "tasks", "attributes");
    private static final List<String> RESOURCE_KEYS =
            List.of("type", "count", "unit", "exclusive", "with", "label", "id");
    private static final List<String> TASK_KEYS = List.of("command", "slot", "count", "attributes", "distribution");

    private final Dialect dialect;
    private final CountReader counts;

    private JobspecReader(Dialect dialect) {
        this.dialect = dialect;
        this.counts = new CountReader(dialect);
    }

    /// Reads one document; messages call it `source`, which is usually the file's name.
    ///
    /// @throws JobspecException if it is not a jobspec
    public static Jobspec read(String text, String source, Dialect dialect) {
        return new JobspecReader(dialect).jobspec(Value.of(text, source));
    }

    private Jobspec jobspec(Value top) {
        top.fields(TOP_KEYS);
        int version = (int) unquoted(top.require("version")).integer(1, Jobspec.MAX_VERSION);
        Value resources = top.require("resources");
        Value tasks = top.require("tasks");
        Value attributes = top.require("attributes");
        List<ResourceRequest> requested = resources(resources);
        List<Task> run = tasks(tasks);
        Attributes read = attributes(attributes);
        return attributes.checked(() -> new Jobspec(version, requested, run, read));
    }

    private List<ResourceRequest> resources(Value list) {
        List<ResourceRequest> resources = new ArrayList<>();
        for (Value element : list.elements()) {
            resources.add(resource(element));
        }
        if (resources.isEmpty() && dialect == Dialect.RFC) {
            throw list.problem("must name at least one resource");
        }
        return resources;
    }

    private ResourceRequest resource(Value vertex) {
        Map<String, Value> fields = vertex.fields(RESOURCE_KEYS);
        String type = vertex.require("type").text();
        Value count = vertex.require("count");
        // flux-sched asks for a label of slots only.
        boolean hasDefaultLabel = dialect == Dialect.FLUX_SCHED && type.equals(ResourceRequest.XOR_SLOT);
        if (ResourceRequest.isSlotType(type) && !hasDefaultLabel) {
            requireForSlot(vertex, fields, "label");
        }
        if (ResourceRequest.isSlotType(type)) {
            requireForSlot(vertex, fields, "with");
        }
        return vertex.checked(() -> new ResourceRequest(
                type,
                counts.count(count),
                vertex.find("unit").map(Value::text),
                vertex.find("exclusive").map(this::exclusive),
                vertex.find("label").map(Value::text).or(() -> hasDefaultLabel ? Optional.of(type) : Optional.empty()),
                vertex.find("id").map(Value::text),
                vertex.find("with").map(this::resources).orElse(List.of())));
    }

    private static void requireForSlot(Value vertex, Map<String, Value> fields, String key) {
        if (!fields.containsKey(key)) {
            throw vertex.problemWith("slot without key (" + key + ")", "");
        }
    }

    /// Reads a boolean. flux-sched compares strings: it accepts neither True nor quotes.
    private boolean exclusive(Value value) {
        boolean spelledOut = !value.isScalar() || List.of("true", "false").contains(value.text());
        if (dialect == Dialect.FLUX_SCHED && !spelledOut) {
            throw value.problem("must be true or false");
        }
        return unquoted(value).bool();
    }

    private List<Task> tasks(Value list) {
        List<Task> tasks = new ArrayList<>();
        for (Value element : list.elements()) {
            tasks.add(task(element));
        }
        if (tasks.isEmpty() && dialect == Dialect.RFC) {
            throw list.problem("must name at least one task");
        }
        return tasks;
    }

    private Task task(Value task) {
        task.fields(TASK_KEYS);
        List<String> command = command(task.require("command"));
        String slot = task.require("slot").text();
        TaskCount count = taskCount(task.require("count"));
        Map<String, Object> attributes =
                task.find("attributes").map(Value::freeFormFields).orElse(Map.of());
        Optional<String> distribution = task.find("distribution").map(Value::text);
        return task.checked(() -> new Task(command, slot, count, attributes, distribution));
    }

    private List<String> command(Value command) {
        if (dialect == Dialect.RFC && command.isScalar()) {
            return List.of(command.text());
        }
        List<String> words = command.elements().stream().map(Value::text).toList();
        if (words.isEmpty()) {
            throw command.problem("must name a program");
        }
        return words;
    }

    private TaskCount taskCount(Value count) {
        Map<String, Value> fields = count.fields(List.of("per_slot", "per_resource", "total"));
        if (fields.size() != 1) {
            throw count.problem("must have exactly one of per_slot, per_resource, total");
        }
        Map.Entry<String, Value> only = fields.entrySet().iterator().next();
        return switch (only.getKey()) {
            case "per_slot" -> new TaskCount.PerSlot(positive(only.getValue()));
            case "total" -> new TaskCount.Total(positive(only.getValue()));
            default -> perResource(only.getValue());
        };
    }

    private TaskCount perResource(Value value) {
        value.fields(List.of("type", "count"));
        String type = value.require("type").text();
        long count = positive(value.require("count"));
        return value.checked(() -> new TaskCount.PerResource(type, count));
    }

    private Attributes attributes(Value attributes) {
        if (dialect == Dialect.FLUX_SCHED && attributes.isNull()) {
            return Attributes.NONE;
        }
        return new AttributesReader(dialect).attributes(attributes);
    }

    private long positive(Value value) {
        return unquoted(value).integer(1, Integer.MAX_VALUE);
    }

    private Value unquoted(Value value) {
        return dialect == Dialect.FLUX_SCHED ? value.ignoringQuotes() : value;
    }
}
