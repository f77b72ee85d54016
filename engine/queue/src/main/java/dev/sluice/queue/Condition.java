package dev.sluice.queue;

import dev.sluice.jobspec.Dependency;
import dev.sluice.runtime.id.F58;
import java.util.OptionalLong;

/// A condition that must be met before a job is eligible: a dependency or a begin time (RFC 26).
public sealed interface Condition {

    /// The latest begin time accepted: three centuries in nanoseconds.
    double BEGIN_SECONDS_MAX = 9e9;

    /// Returns the condition for a jobspec's dependency. Jobs are named by F58 or decimal identifiers.
    ///
    /// @throws IllegalArgumentException if the scheme is unknown or the value is malformed
    static Condition of(Dependency dependency) {
        return switch (dependency.scheme()) {
            case "after" -> new After(jobIn(dependency));
            case "afterok" -> new AfterOk(jobIn(dependency));
            case "afterany" -> new AfterAny(jobIn(dependency));
            case "afternotok" -> new AfterNotOk(jobIn(dependency));
            case "singleton" -> new Singleton(dependency.value());
            case "begin-time" -> new BeginTime(beginIn(dependency));
            default ->
                throw new IllegalArgumentException("dependency (" + dependency.uri()
                        + "): its scheme is not one of after, afterok, afterany, afternotok, singleton, begin-time");
        };
    }

    private static long jobIn(Dependency dependency) {
        String value = dependency.value();
        OptionalLong id = value.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(value)) : F58.decode(value);
        return id.orElseThrow(() -> new IllegalArgumentException(
                "dependency (" + dependency.uri() + "): (" + value + ") is not a job's identifier"));
    }

    private static long beginIn(Dependency dependency) {
        String value = dependency.value();
        double seconds = value.matches("\\d{1,10}(\\.\\d{1,9})?") ? Double.parseDouble(value) : -1;
        if (seconds < 0 || seconds > BEGIN_SECONDS_MAX) {
            throw new IllegalArgumentException(
                    "dependency (" + dependency.uri() + "): (" + value + ") is not a time in seconds since 1970");
        }
        return Math.round(seconds * 1e9);
    }

    /// Returns the id of the job that this one depends on.
    default OptionalLong dependsOn() {
        return switch (this) {
            case After it -> OptionalLong.of(it.job());
            case AfterOk it -> OptionalLong.of(it.job());
            case AfterAny it -> OptionalLong.of(it.job());
            case AfterNotOk it -> OptionalLong.of(it.job());
            case Singleton _, BeginTime _ -> OptionalLong.empty();
        };
    }

    /// The other job has started.
    record After(long job) implements Condition {}

    /// The other job has completed successfully.
    record AfterOk(long job) implements Condition {}

    /// The other job has ended, successfully or not.
    record AfterAny(long job) implements Condition {}

    /// The other job has ended unsuccessfully.
    record AfterNotOk(long job) implements Condition {}

    /// No earlier job of the same user and name is left.
    record Singleton(String name) implements Condition {}

    /// The begin time has come.
    record BeginTime(long timeNanos) implements Condition {}
}
