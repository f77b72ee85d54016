package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Dependency;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.SystemAttributes.Account;
import dev.sluice.jobspec.SystemAttributes.Launch;
import dev.sluice.jobspec.SystemAttributes.TimeLimits;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import dev.sluice.jobspec.set.FluxDuration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Reads `attributes`: interpreted keys into their fields, all others as free-form values.
final class AttributesReader {
    private final Dialect dialect;

    AttributesReader(Dialect dialect) {
        this.dialect = dialect;
    }

    Attributes attributes(Value attributes) {
        attributes.fields(List.of("user", "system"));
        return new Attributes(
                section(attributes, "system").map(this::system).orElse(SystemAttributes.NONE),
                section(attributes, "user").map(Value::freeFormFields).orElse(Map.of()));
    }

    private Optional<Value> section(Value attributes, String key) {
        return attributes.find(key).filter(value -> dialect == Dialect.RFC || !value.isNull());
    }

    private SystemAttributes system(Value system) {
        return new SystemAttributes(
                timeLimits(system),
                new Account(text(system, "queue"), text(system, "bank"), text(system, "project")),
                new Launch(
                        system.find("job").flatMap(job -> text(job, "name")), text(system, "cwd"), environment(system)),
                dependencies(system),
                constraint(system),
                system.find("scheduling-directives")
                        .map(DirectivesReader::directives)
                        .orElse(SchedulingDirectives.NONE),
                other(system));
    }

    private TimeLimits timeLimits(Value system) {
        double duration = seconds(system, "duration").orElse(0);
        OptionalDouble preemptibleAfter = seconds(system, "preemptible-after");
        return new TimeLimits(duration, preemptibleAfter);
    }

    private OptionalDouble seconds(Value system, String key) {
        Optional<Value> found = system.find(key);
        if (found.isEmpty()) {
            return OptionalDouble.empty();
        }
        Value value = dialect == Dialect.FLUX_SCHED ? found.get().ignoringQuotes() : found.get();
        if (value.isScalar() && !value.isInteger()) {
            refuseDurationText(value);
        }
        double seconds = value.number();
        if (!(seconds >= 0 && seconds <= TimeLimits.MAX_SECONDS)) {
            throw value.problem("must be a number of seconds from 0 to 2^53");
        }
        return OptionalDouble.of(seconds);
    }

    /// Refuses a duration with a unit, which is valid on a command line but not here, and names the remedy.
    private static void refuseDurationText(Value value) {
        String text = value.text();
        if (text.isEmpty() || !Character.isLetter(text.charAt(text.length() - 1))) {
            return;
        }
        FluxDuration.find(text).filter(Double::isFinite).ifPresent(seconds -> {
            throw value.problem("must be a number of seconds", seconds + "?");
        });
    }

    private static Optional<String> text(Value mapping, String key) {
        mapping.fields();
        return mapping.find(key).map(Value::text);
    }

    private static Map<String, Optional<String>> environment(Value system) {
        Map<String, Optional<String>> environment = new LinkedHashMap<>();
        system.find("environment")
                .ifPresent(variables -> variables
                        .fields()
                        .forEach((name, value) ->
                                environment.put(name, value.isNull() ? Optional.empty() : Optional.of(value.text()))));
        return environment;
    }

    private static List<Dependency> dependencies(Value system) {
        return system.find("dependencies")
                .map(list -> list.elements().stream()
                        .map(AttributesReader::dependency)
                        .toList())
                .orElse(List.of());
    }

    private static Dependency dependency(Value value) {
        String scheme = value.require("scheme").text();
        String target = value.require("value").text();
        Map<String, Object> parameters = value.freeFormFields();
        parameters.remove("scheme");
        parameters.remove("value");
        return value.checked(() -> new Dependency(scheme, target, parameters));
    }

    private static Optional<Constraint> constraint(Value system) {
        return system.find("constraints").map(ConstraintReader::constraint);
    }

    private static Map<String, Object> other(Value system) {
        Map<String, Object> other = new LinkedHashMap<>();
        system.fields().forEach((key, value) -> {
            if (key.equals("job")) {
                Map<String, Object> job = value.freeFormFields();
                job.remove("name");
                if (!job.isEmpty()) {
                    other.put(key, job);
                }
            } else if (!SystemAttributes.UNDERSTOOD_KEYS.contains(key)) {
                other.put(key, value.freeForm());
            }
        });
        return other;
    }
}
