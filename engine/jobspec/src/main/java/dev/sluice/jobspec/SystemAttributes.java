package dev.sluice.jobspec;

import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The attributes that the scheduler and the launcher interpret.
///
/// @param constraint the acceptable nodes; empty if all are
/// @param directives what the pods say about their nodes beside the constraint
/// @param other keys that Sluice does not interpret (`shell`, `files`, …), free-form as in [Attributes]
public record SystemAttributes(
        TimeLimits timeLimits,
        Account account,
        Launch launch,
        List<Dependency> dependencies,
        Optional<Constraint> constraint,
        SchedulingDirectives directives,
        Map<String, Object> other) {

    /// The keys that Sluice interprets, which `other` must not contain. `other` has a `job` if that has more than a
    /// name.
    public static final List<String> UNDERSTOOD_KEYS = List.of(
            "duration",
            "preemptible-after",
            "queue",
            "bank",
            "project",
            "cwd",
            "environment",
            "dependencies",
            "constraints",
            "scheduling-directives");

    public static final SystemAttributes NONE =
            new SystemAttributes(TimeLimits.NONE, Account.NONE, Launch.NONE, List.of(), Optional.empty(), Map.of());

    public SystemAttributes {
        dependencies = List.copyOf(dependencies);
        other = FreeForm.copyOf(other);
        for (String key : UNDERSTOOD_KEYS) {
            if (other.containsKey(key)) {
                throw new IllegalArgumentException("key (" + key + ") has its own place");
            }
        }
        if (other.containsKey("job")
                && !(other.get("job") instanceof Map<?, ?> job && !job.isEmpty() && !job.containsKey("name"))) {
            throw new IllegalArgumentException("job (" + other.get("job") + ") is not what it has beside a name");
        }
    }

    /// Without scheduling directives.
    public SystemAttributes(
            TimeLimits timeLimits,
            Account account,
            Launch launch,
            List<Dependency> dependencies,
            Optional<Constraint> constraint,
            Map<String, Object> other) {
        this(timeLimits, account, launch, dependencies, constraint, SchedulingDirectives.NONE, other);
    }

    public SystemAttributes withConstraint(Optional<Constraint> another) {
        return new SystemAttributes(timeLimits, account, launch, dependencies, another, directives, other);
    }

    public SystemAttributes withDirectives(SchedulingDirectives others) {
        return new SystemAttributes(timeLimits, account, launch, dependencies, constraint, others, other);
    }

    /// The requested duration; 0 if unset, which means the scheduler's default or no limit.
    public double durationSeconds() {
        return timeLimits.durationSeconds();
    }

    /// The duration in seconds, fractions rounded up so that no job is cut short; 0 if unset.
    public long wholeSeconds() {
        return (long) Math.ceil(timeLimits.durationSeconds());
    }

    /// Empty if the job must never be preempted.
    public OptionalDouble preemptibleAfterSeconds() {
        return timeLimits.preemptibleAfterSeconds();
    }

    public Optional<String> queue() {
        return account.queue();
    }

    public Optional<String> bank() {
        return account.bank();
    }

    public Optional<String> project() {
        return account.project();
    }

    public Optional<String> jobName() {
        return launch.jobName();
    }

    public Optional<String> cwd() {
        return launch.cwd();
    }

    /// The variables to set; those with an empty value are unset.
    public Map<String, Optional<String>> environment() {
        return launch.environment();
    }

    public record TimeLimits(double durationSeconds, OptionalDouble preemptibleAfterSeconds) {
        /// Beyond this a `double` no longer tells seconds apart; it is 285 million years.
        public static final double MAX_SECONDS = 0x1p53;

        public static final TimeLimits NONE = new TimeLimits(0, OptionalDouble.empty());

        public TimeLimits {
            requireSeconds("duration", durationSeconds);
            preemptibleAfterSeconds.ifPresent(seconds -> requireSeconds("preemptible-after", seconds));
            // Minus zero equals zero but does not read back as the same record.
            durationSeconds += 0.0;
        }

        public static TimeLimits ofSeconds(double durationSeconds) {
            return new TimeLimits(durationSeconds, OptionalDouble.empty());
        }

        private static void requireSeconds(String name, double seconds) {
            if (!(seconds >= 0 && seconds <= MAX_SECONDS)) {
                throw new IllegalArgumentException(name + " (" + seconds + ") is not in 0 to (" + MAX_SECONDS + ")");
            }
        }
    }

    public record Account(Optional<String> queue, Optional<String> bank, Optional<String> project) {
        public static final Account NONE = new Account(Optional.empty(), Optional.empty(), Optional.empty());
    }

    public record Launch(Optional<String> jobName, Optional<String> cwd, Map<String, Optional<String>> environment) {
        public static final Launch NONE = new Launch(Optional.empty(), Optional.empty(), Map.of());

        public Launch {
            environment = FreeForm.shallowCopyOf(environment);
        }
    }
}
